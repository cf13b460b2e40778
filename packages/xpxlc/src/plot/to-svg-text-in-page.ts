// Pictures as text of an SVG file, drawn by the page itself: no other document is needed there, nor bundled.
import type { PlotOptions } from './chart.ts';
import { svgText } from './svg-text.ts';

/** As `toSvgText` on Node, with the page's own document. */
export async function toSvgText(
  drawn: (document: NonNullable<PlotOptions['document']>) => SVGSVGElement,
): Promise<string> {
  return `${svgText(drawn(document))}\n`;
}
