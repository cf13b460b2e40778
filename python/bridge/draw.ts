// The second script, loaded when something is first drawn: pictures by Observable Plot, with elements of linkedom, as text of SVG.
import './atob.ts';
import { parseHTML } from 'linkedom';
import { dropBar } from '../../packages/xpxlc/src/plot/drop-bar.ts';
import { featureBars } from '../../packages/xpxlc/src/plot/feature-bars.ts';
import { population } from '../../packages/xpxlc/src/plot/population.ts';
import { rules } from '../../packages/xpxlc/src/plot/rules.ts';
import { svgText } from '../../packages/xpxlc/src/plot/svg-text.ts';
import type { Bridge, Pictures } from './pictures.ts';

const PICTURES = { dropBar, featureBars, population, rules };

/** In the colours of the page around it. */
function draw<Name extends keyof Pictures>(name: Name, data: Pictures[Name], width: number): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const picture = PICTURES[name] as (
    data: Pictures[Name],
    options: Parameters<typeof dropBar>[1],
  ) => SVGSVGElement;
  return svgText(picture(data, { document: document as unknown as Document, width, dark: 'page' }));
}

(globalThis as unknown as { xpxlc: Bridge }).xpxlc.draw = draw;
