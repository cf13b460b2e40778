// Which features are in which explanations? A line per explanation, a column per feature. Columns that do not fit go into another block
// below, so no name is cut.
import { dot, link, type Markish, text } from '@observablehq/plot';
import { TEXT } from './bands.ts';
import { draw, type PlotOptions, WIDTH } from './chart.ts';
import { NEUTRAL } from './palette.ts';
import { FONT, LINE, widthOf, wrapTo } from './text-width.ts';

/** What {@link matrix} draws. */
export interface MatrixData {
  /** What the sets are: `explanations`, `contrasts`. */
  readonly what: string;
  readonly features: readonly string[];
  /** Positions in `features`, the smallest set first. */
  readonly sets: readonly (readonly number[])[];
  /** There are more sets than these. */
  readonly more: boolean;
}

const CELL = 20;
const LEFT = 44;
const RIGHT = 8;
/** From one line of a name to the next. */
const NAME = 14;
/** Names are wrapped at this length. */
const LONGEST = 150;

interface Column {
  readonly feature: number;
  readonly lines: readonly string[];
  /** The middle. */
  readonly x: number;
}

interface Block {
  readonly columns: readonly Column[];
  /** Where the names end and the lines begin. */
  readonly top: number;
  readonly right: number;
}

/** A mark where the feature is in the set. */
export function matrix(data: MatrixData, options: PlotOptions = {}): SVGSVGElement {
  const { width = WIDTH } = options;
  const { sets, features, what } = data;
  const { blocks, height } = blocksOf(features, sets.length, width);
  const remark = remarkOf(data);
  const frame = height + (remark === undefined ? 0 : LINE);
  return draw(
    {
      title: `Features in ${sets.length === 1 ? 'one of the' : `${sets.length}`} ${what}`,
      says: saysOf(data),
      height: { frame },
      above: 8,
      marginLeft: 0,
      marginRight: 0,
      marginBottom: 8,
      scales: { x: { axis: null, domain: [0, width] }, y: { axis: null, domain: [frame, 0] } },
      marks: [
        ...blocks.flatMap((block) => blockMarks(block, sets)),
        ...(remark === undefined ? [] : [words([{ words: remark, x: 8, y: height }], 'start', 'remark')]),
      ],
    },
    options,
  );
}

function remarkOf({ sets, what, more }: MatrixData): string | undefined {
  if (sets.length === 0) return `no ${what}`;
  if (sets[0].length === 0) return 'the empty set: the class never changes';
  return more ? `… more ${what}, none smaller` : undefined;
}

/** Lists that take minutes to be read aloud help nobody. */
const SAID = 60;

function saysOf({ sets, features }: MatrixData): string {
  if (sets.flat().length <= SAID)
    return `${sets.map((set) => `{${set.map((x) => features[x]).join(', ')}}`).join('; ')}.`;
  return `Sets of ${sets[0].length} to ${sets.at(-1)?.length} features; most often ${features.slice(0, 5).join(', ')}.`;
}

/** As many columns side by side as fit; blocks of about the same width. */
function blocksOf(features: readonly string[], count: number, width: number) {
  const wrapped = features.map((name) => wrapTo(name, LONGEST));
  const widths = wrapped.map((lines) => Math.max(CELL, lines.length * NAME + 6));
  const total = widths.reduce((a, b) => a + b, 0);
  const fit = width - RIGHT - LEFT;
  const even = total / Math.ceil(total / fit);
  const blocks: Block[] = [];
  let [columns, x, top] = [[] as Column[], LEFT, 0];
  const close = (): void => {
    const longest = Math.max(
      widthOf('size'),
      ...columns.flatMap(({ lines }) => lines.map((line) => widthOf(line))),
    );
    const begin = top + Math.ceil(longest) + 6;
    blocks.push({ columns, top: begin, right: x });
    top = begin + count * CELL + 12;
    [columns, x] = [[], LEFT];
  };
  widths.forEach((wide, feature) => {
    const full = x - LEFT >= even || x - LEFT + wide > fit;
    if (columns.length > 0 && full) close();
    columns.push({ feature, lines: wrapped[feature], x: x + wide / 2 });
    x += wide;
  });
  if (columns.length > 0 || count > 0) close();
  return { blocks, height: top };
}

function blockMarks({ columns, top, right }: Block, sets: readonly (readonly number[])[]): Markish[] {
  const cells = sets.flatMap((set, s) =>
    columns.map(({ feature, x }) => ({ x, y: top + (s + 0.5) * CELL, within: set.includes(feature) })),
  );
  const sizes = sets.map((set, s) => ({ words: String(set.length), x: LEFT - 14, y: top + s * CELL + 2 }));
  return [
    link(sets, {
      x1: () => LEFT - 6,
      x2: () => right,
      y1: (_: unknown, s: number) => top + (s + 0.5) * CELL,
      y2: (_: unknown, s: number) => top + (s + 0.5) * CELL,
      stroke: NEUTRAL,
      strokeOpacity: 0.35,
      className: 'lines',
    }),
    dot(
      cells.filter(({ within }) => !within),
      { x: 'x', y: 'y', r: 1.5, fill: NEUTRAL, className: 'outside' },
    ),
    dot(
      cells.filter(({ within }) => within),
      { x: 'x', y: 'y', r: 6, fill: 'currentColor', className: 'inside' },
    ),
    text(columns, {
      ...TEXT,
      x: 'x',
      y: () => top,
      text: ({ lines }: Column) => lines.join('\n'),
      lineHeight: NAME / FONT,
      rotate: -90,
      textAnchor: 'start',
      lineAnchor: 'middle',
      dy: -4,
      className: 'names',
    }),
    words([{ words: 'size', x: LEFT - 6, y: top - LINE - 2 }], 'end', 'size'),
    words(sizes, 'end', 'sizes'),
  ];
}

function words(
  places: readonly { readonly words: string; readonly x: number; readonly y: number }[],
  textAnchor: 'start' | 'end',
  className: string,
): Markish {
  return text(places, { ...TEXT, x: 'x', y: 'y', text: 'words', textAnchor, className });
}
