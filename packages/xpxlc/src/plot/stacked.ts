// Several pictures in one file.

/** Between two of them. */
const GAP = 12;

/** Pictures (texts of SVG files, as `toSvgText` gives them) one below the other, as the text of one SVG file. */
export function stacked(pictures: readonly string[]): string {
  const size = (svg: string, name: string): number =>
    Number(new RegExp(`^<svg[^>]* ${name}="([\\d.]+)"`).exec(svg)?.[1] ?? 0);
  const width = Math.max(0, ...pictures.map((svg) => size(svg, 'width')));
  let height = 0;
  const placed = pictures.map((svg, x) => {
    const top = height;
    height += size(svg, 'height') + (x < pictures.length - 1 ? GAP : 0);
    return svg.replace('<svg', `<svg y="${top}"`);
  });
  // The ground of a picture within another is not drawn, that of the whole is.
  const theme = /^<svg[^>]* class="([\w-]+)"/.exec(pictures[0] ?? '')?.[1] ?? '';
  return `<svg xmlns="http://www.w3.org/2000/svg" class="${theme}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${placed.join('')}</svg>\n`;
}
