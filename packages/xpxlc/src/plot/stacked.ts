// Several pictures in one file.

/** Between two of them. */
const GAP = 12;
const WIDTH = /^<svg[^>]* width="([\d.]+)"/;
const HEIGHT = /^<svg[^>]* height="([\d.]+)"/;

/** Pictures (texts of SVG files, as `toSvgText` gives them) one below the other, as the text of one SVG file. */
export function stacked(pictures: readonly string[]): string {
  const size = (svg: string, pattern: RegExp): number => Number(pattern.exec(svg)?.[1] ?? 0);
  const width = pictures.reduce((most, svg) => Math.max(most, size(svg, WIDTH)), 0);
  let height = 0;
  const placed = pictures.map((svg, x) => {
    const top = height;
    height += size(svg, HEIGHT) + (x < pictures.length - 1 ? GAP : 0);
    return svg.replace('<svg', `<svg y="${top}"`);
  });
  // The ground of a picture within another is not drawn, that of the whole is.
  const theme = /^<svg[^>]* class="([\w-]+)"/.exec(pictures[0] ?? '')?.[1] ?? '';
  return `<svg xmlns="http://www.w3.org/2000/svg" class="${theme}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${placed.join('')}</svg>\n`;
}
