// Pictures where there is no page: as text of an SVG file. In a page: to-svg-text-in-page.ts.
import type { PlotOptions } from './chart.ts';
import { svgText } from './svg-text.ts';

/**
 * Draw without a page: gives a document to draw with, and what was drawn as the text of an SVG file.
 *
 * @example
 * ```ts
 * import { cactus, cactusSeries, toSvgText } from 'xpxlc/plot';
 * const series = [cactusSeries('all rows', [0.002, 0.001, 0.004])];
 * const svg = await toSvgText((document) => cactus(series, { document, width: 360 }));
 * svg.startsWith('<svg'); // => true
 * ```
 */
export async function toSvgText(
  drawn: (document: NonNullable<PlotOptions['document']>) => SVGSVGElement,
): Promise<string> {
  const { parseHTML } = await import('linkedom');
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  return `${svgText(drawn(document as unknown as Document))}\n`;
}
