// What all pictures have in common: size, colours for light and dark, a name for those who cannot see them, a legend.
import { type Markish, type PlotOptions as Options, plot, text } from '@observablehq/plot';
import { type Key, toLegend } from './legend.ts';
import { FONT, LINE, wrapTo } from './text-width.ts';

/** What every picture takes. */
export interface PlotOptions {
  /** Makes the elements. By default the page's; on Node see `toSvgText`. */
  readonly document?: Document;
  /** In pixels. Default 520. */
  readonly width?: number;
  /** Dark ground or light, or that of the page around the picture; by default what the reader's system prefers. */
  readonly dark?: boolean | 'page';
  /** What is shown, for those who cannot see it. */
  readonly title?: string;
  /** More of the same: what the picture says. */
  readonly description?: string;
  /** Words above the picture, for all to see. */
  readonly heading?: string;
}

/** A picture before it is drawn. */
export interface Chart {
  /** The name if the caller gives none. */
  readonly title: string;
  /** The description if the caller gives none. */
  readonly says?: string;
  /** With the axes and what is above the frame, without the legend; or of the frame alone. */
  readonly height: number | { readonly frame: number };
  /** Between the frame and what is above it. Default: room for the label of the y axis. */
  readonly above?: number;
  /** Above the left end of the y axis. */
  readonly yLabel?: string;
  /** Left of the frame, for the ticks' text. */
  readonly marginLeft: number;
  readonly marginRight?: number;
  readonly marginBottom?: number;
  readonly keys?: readonly Key[];
  readonly marks: readonly Markish[];
  /** Scales, as Plot takes them. */
  readonly scales: Options;
}

/** On a phone (360 pixels) letters of such a picture are still read. */
export const WIDTH = 520;

/** Between the frame and what is above it: the label of the y axis. */
const ABOVE = 28;

const LIGHT = 'color: #1f2328; background: #ffffff; --plot-background: #ffffff;';
const DARK = 'color: #e6edf3; background: #0d1117; --plot-background: #0d1117;';
/** The page may say what its ground is; Canvas is what its own colour scheme has. */
const PAGE = 'color: inherit; background: transparent; --plot-background: var(--xpxlc-ground, Canvas);';

/** Class and style: one class per choice, as a style counts for the whole page. */
function theme(dark: PlotOptions['dark']): { readonly name: string; readonly css: string } {
  if (dark === undefined) {
    const css = `.xpxlc-plot { ${LIGHT} } @media (prefers-color-scheme: dark) { .xpxlc-plot { ${DARK} } }`;
    return { name: 'xpxlc-plot', css };
  }
  if (dark === 'page') return { name: 'xpxlc-plot-page', css: `.xpxlc-plot-page { ${PAGE} }` };
  const name = dark ? 'xpxlc-plot-dark' : 'xpxlc-plot-light';
  return { name, css: `.${name} { ${dark ? DARK : LIGHT} }` };
}

export function draw(chart: Chart, options: PlotOptions): SVGSVGElement {
  const { width = WIDTH, dark, title = chart.title, document = globalThis.document } = options;
  const { description = chart.says } = options;
  const { above = ABOVE, marginBottom = 44, height } = chart;
  const { name, css } = theme(dark);
  const legend = toLegend(chart.keys ?? [], width, above);
  const heading = options.heading === undefined ? [] : wrapTo(options.heading, width - 16, true);
  const room = heading.length === 0 ? 0 : heading.length * LINE + 8;
  const marginTop = room + above + legend.height + (legend.height > 0 ? 6 : 0);
  const svg = plot({
    ...chart.scales,
    document,
    className: name,
    width,
    height:
      typeof height === 'number' ? height + room + legend.height : marginTop + height.frame + marginBottom,
    marginTop,
    marginLeft: chart.marginLeft,
    marginRight: chart.marginRight ?? 24,
    marginBottom,
    style: { fontSize: `${FONT}px`, fontFamily: 'system-ui, sans-serif' },
    marks: [
      ...chart.marks,
      ...labelMarks(chart),
      ...legend.marks(chart.marginLeft),
      ...headingMarks(heading, marginTop, chart.marginLeft),
    ],
  }) as SVGSVGElement;
  for (const element of svg.querySelectorAll('*')) tidy(element);
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', description === undefined ? title : `${title}. ${description}`);
  const add = (tag: string, words: string) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    element.textContent = words;
    svg.insertBefore(element, svg.firstChild);
  };
  add('style', css);
  if (description !== undefined) add('desc', description);
  add('title', title);
  return svg;
}

/** Attributes that hold coordinates. */
const PLACES = ['x', 'y', 'dy', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'width', 'height', 'transform', 'd'];

/**
 * Groups of marks are named for tests and styles, not for readers: a picture has one name. A hundredth of a pixel is enough, and
 * the same on every machine.
 */
function tidy(element: Element): void {
  const mark = element.getAttribute('class') || element.getAttribute('aria-label');
  if (mark) element.setAttribute('data-mark', mark);
  element.removeAttribute('class');
  element.removeAttribute('aria-label');
  for (const name of PLACES) {
    const place = element.getAttribute(name);
    if (place === null) continue;
    const rounded = place.replace(/-?(?<!\d)\d+\.\d+(?:e[-+]?\d+)?/g, (digits) =>
      String(Math.round(100 * Number(digits)) / 100),
    );
    element.setAttribute(name, rounded);
  }
}

function headingMarks(lines: readonly string[], marginTop: number, marginLeft: number): Markish[] {
  if (lines.length === 0) return [];
  return [
    text([lines.join('\n')], {
      text: (words: string) => words,
      frameAnchor: 'top-left',
      textAnchor: 'start',
      lineAnchor: 'top',
      lineHeight: LINE / FONT,
      fontWeight: 'bold',
      dx: 8 - marginLeft,
      dy: 6 - marginTop,
      facet: 'super',
      className: 'heading',
    }),
  ];
}

/** Plot puts the label of the y axis at the top of the picture, where the legend is. */
function labelMarks({ yLabel, marginLeft }: Chart): Markish[] {
  if (yLabel === undefined) return [];
  const place = { frameAnchor: 'top-left', textAnchor: 'start', dx: 4 - marginLeft, dy: -20 } as const;
  return [text([`↑ ${yLabel}`], { ...place, facet: 'super', className: 'y-axis-label' })];
}
