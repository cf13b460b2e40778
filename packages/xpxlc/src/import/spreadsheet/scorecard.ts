// A scorecard from a spreadsheet: a table with a line per feature and bin, as optbinning, toad or people write it.
import { FormatError, type Scorecard, scorecard, show } from '@xpxlc/core';
import { quoted } from '../paper/lines.ts';
import { categoryFeature, numberFeature } from './card-feature.ts';
import { type OddCellOptions, sortLines } from './card-lines.ts';
import {
  type BinLine,
  CARD_STYLES,
  type CardStyle,
  type CardStyleName,
  isByHand,
  PLAIN_STYLE,
} from './card-style.ts';
import { findColumn, needColumn } from './columns.ts';
import { type BoundsOption, boundsByName } from './feature-bounds.ts';
import { readCell } from './number-cell.ts';
import { type Row, readHeader, readSheet, refuseLine } from './rows.ts';

/** Options of {@link readScorecard}. */
export interface ScorecardTableOptions extends OddCellOptions {
  /** Points needed for the second class; here or in a line `(cutoff)`. */
  readonly cutoff?: number;
  /** Points everybody starts with (optbinning: `scorecard.intercept_`); here or in a line `(base)`. Default 0. */
  readonly base?: number;
  /** The class below the cut-off, then the class from it on. Default: names made of the cut-off. */
  readonly classes?: readonly [below: string, reached: string];
  /** Who gets exactly the cut-off. Default `'second'`: points ≥ cutoff is enough. */
  readonly ties?: 'first' | 'second';
  /** Bounds of some of the numbers; others have those of their outermost bins. */
  readonly bounds?: BoundsOption;
  /** Names of the columns, where they are not the usual ones. */
  readonly columns?: { readonly feature?: string; readonly bin?: string; readonly points?: string };
  /** How bins are written. Default: told by the header. */
  readonly style?: CardStyleName;
}

/** A scorecard and what should be known about its translation. */
export interface ScorecardTable {
  readonly model: Scorecard;
  readonly notes?: { readonly [topic: string]: readonly string[] };
}

/** Lines that are about the whole card. */
interface Whole {
  cutoff?: number;
  base?: number;
  below?: string;
  reached?: string;
}

/**
 * Read a scorecard: `feature,bin,points` (ours), `Variable,Bin,Points` (optbinning's `Scorecard.table()`, either style) or
 * `name,value,score` (toad's `ScoreCard.export(to_frame=True)`). Bins of a number must lie side by side.
 *
 * @throws {FormatError} with the line; `missing-cutoff`, `bin-gap`, `bin-overlap`, `unsupported`, ….
 * @throws {LimitError} `too-large`.
 * @example
 * ```ts
 * import { readScorecard } from 'xpxlc/import';
 * const { model } = readScorecard(`feature,bin,points
 * age,< 30,10
 * age,"[30, 50)",25
 * age,>= 50,40
 * home,"['rent', 'with family']",5
 * home,own,20
 * (cutoff),,45
 * `);
 * model.classes; // => ['below 45', '45 or more']
 * model.points[0].values; // => [10, 25, 40]
 * ```
 */
export function readScorecard(text: string, options: ScorecardTableOptions = {}): ScorecardTable {
  const { header, rows, delimiter } = readSheet(text);
  const style = styleOf(header, rows, options);
  const at = (index: 0 | 1 | 2, named: string | undefined): number =>
    needColumn(header, style.header[index], named);
  const featureAt = at(0, options.columns?.feature);
  const binAt = at(1, options.columns?.bin);
  const pointsAt = at(2, options.columns?.points);
  const countAt = findColumn(header, ['count'], undefined);

  const whole: Whole = {};
  const lines = new Map<string, BinLine[]>();
  let above = '';
  for (const { line, cells } of rows) {
    // Merged cells: the name stands beside the first bin only.
    const name: string = cells[featureAt] === '' && cells[binAt] !== '' ? above : cells[featureAt];
    if (name === '')
      throw refuseLine(line, 'a feature without a name', {
        code: 'empty-name',
        expected: 'the name of a feature',
      });
    if (readWhole(whole, name, { text: cells[binAt], points: cells[pointsAt], line })) {
      above = '';
      continue;
    }
    above = name;
    if (cells[binAt] === '')
      throw refuseLine(line, `feature '${name}': no bin`, {
        code: 'bad-bin',
        expected: 'a bin',
        got: 'an empty cell',
      });
    const entry = {
      text: cells[binAt],
      points: readCell(cells[pointsAt], line, `points of feature '${name}'`),
      line,
      ...(countAt === undefined ? {} : { count: readCell(cells[countAt], line, 'count') }),
    };
    const found = lines.get(name);
    if (found === undefined) lines.set(name, [entry]);
    else found.push(entry);
  }
  if (lines.size === 0)
    throw refuseLine(header.line, 'a scorecard without features', {
      code: 'no-features',
      expected: 'a line per bin',
    });

  const notes = new Set<string>();
  checkCategories(options.categories, lines);
  // Where semicolons separate cells, commas may be decimal commas.
  const reading = { ...options, englishNumbers: delimiter !== ';' };
  const features = Array.from(lines, ([name, entries]) => sortLines(name, entries, style, reading, notes));
  const numbers = features.filter(({ intervals }) => intervals !== undefined).map(({ name }) => name);
  const bounds = boundsByName(options.bounds, numbers);
  const card = features.map((entry) =>
    entry.intervals === undefined
      ? categoryFeature(entry, style)
      : numberFeature(entry, entry.intervals, bounds.get(entry.name), notes),
  );
  if (style.name === 'optbinning' && numbers.length > 0)
    notes.add('ends of intervals are as printed; optbinning rounds them unless fitted with show_digits=8');

  const cutoff = options.cutoff ?? whole.cutoff;
  if (cutoff === undefined)
    throw new FormatError('a scorecard without a cut-off', {
      code: 'missing-cutoff',
      place: `line ${header.line}`,
      expected: "the option cutoff, or a line '(cutoff),,500'",
      got: 'neither',
    });
  const classes = options.classes ?? [
    whole.below ?? `below ${show(cutoff)}`,
    whole.reached ?? `${show(cutoff)} or more`,
  ];
  const model = scorecard({
    classes,
    ...(options.ties === 'first' ? { tieOrder: classes } : {}),
    features: card.map(({ feature }) => feature),
    points: card.map(({ points }) => points),
    base: options.base ?? whole.base ?? 0,
    cutoff,
  });
  return notes.size === 0 ? { model } : { model, notes: { scorecard: [...notes] } };
}

/** Whether a text begins like a scorecard that {@link readScorecard} knows by its columns. */
export function isScorecard(text: string): boolean {
  const names = readHeader(text).map((cell) => cell.toLowerCase());
  return CARD_STYLES.some((style) => hasColumns(style, names));
}

function hasColumns({ header }: CardStyle, names: readonly string[]): boolean {
  return header.every((usual) => usual.some((name) => names.includes(name)));
}

function styleOf(header: Row, rows: readonly Row[], { style, columns }: ScorecardTableOptions): CardStyle {
  const names = header.cells.map((cell) => cell.toLowerCase());
  const wanted = style ?? (columns === undefined ? undefined : 'plain');
  if (style === undefined) {
    const known = CARD_STYLES.find((entry) => hasColumns(entry, names));
    if (known !== undefined) {
      const bin = findColumn(header, known.header[1], columns?.bin);
      const byHand = bin !== undefined && isByHand(rows.map(({ cells }) => cells[bin]));
      return byHand ? { ...PLAIN_STYLE, header: known.header } : known;
    }
  }
  const found = CARD_STYLES.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  throw refuseLine(header.line, 'not the columns of a scorecard', {
    code: 'no-such-column',
    expected: CARD_STYLES.map((entry) => entry.header.map(([first]) => first).join(',')).join(' or '),
    got: quoted(header.cells.join(',')),
  });
}

/** Names of features that the table has not would be a mistake nobody sees. */
function checkCategories(categories: unknown, lines: ReadonlyMap<string, unknown>): void {
  if (categories === undefined) return;
  const list: unknown[] | undefined = Array.isArray(categories) ? categories : undefined;
  const unknown = list?.find((name) => !lines.has(String(name)));
  if (list !== undefined && unknown === undefined) return;
  throw new FormatError('categories that are no features', {
    code: 'bad-option',
    place: "option 'categories'",
    expected: `a list of ${[...lines.keys()].slice(0, 12).map(quoted).join(', ')}`,
    got: show(list === undefined ? categories : unknown),
  });
}

/** The same lines as people may write them. */
const BARE: Readonly<Record<string, string>> = {
  cutoff: '(cutoff)',
  'cut-off': '(cutoff)',
  'cut off': '(cutoff)',
  base: '(base)',
  'base points': '(base)',
  'base score': '(base)',
};

/** Lines like `(cutoff),,500`; true when this was one. */
function readWhole(
  whole: Whole,
  name: string,
  cells: { text: string; points: string; line: number },
): boolean {
  const { text, points, line } = cells;
  const once = <K extends keyof Whole>(key: K, value: Whole[K]): true => {
    if (whole[key] !== undefined)
      throw refuseLine(line, 'said twice', { code: 'duplicate-name', expected: 'once', got: quoted(name) });
    whole[key] = value;
    return true;
  };
  // No feature has a line without a bin.
  switch (text === '' ? (BARE[name.toLowerCase()] ?? name) : name) {
    case '(cutoff)':
      return once('cutoff', readCell(points, line, 'the cut-off'));
    case '(base)':
      return once('base', readCell(points, line, 'the base points'));
    case '(below)':
    case '(reached)':
      if (text === '')
        throw refuseLine(line, 'a class without a name', {
          code: 'empty-name',
          expected: 'its name as the bin',
        });
      return once(name === '(below)' ? 'below' : 'reached', text);
    default:
      return false;
  }
}
