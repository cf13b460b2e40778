// What a model says, for people: its features, classes and rules, and what each value is worth.
import { meansMissing, shortNumber, shortValue } from '@xpxlc/core';
import { below } from '@xpxlc/core/exact';
import { aligned, bar } from '../terminal/bars.ts';
import { inUnit } from '../terminal/unit.ts';
import type { FeatureRecord, ModelRecord, WeightRecord } from './model-record.ts';

/** Shown of long lists, unless all is asked for. */
const FEATURES = 20;
const VALUES = 20;
const CLASSES = 8;
const BAR = 30;

const LINKS = {
  softmax: 'the exponentials of the scores, divided by their sum',
  'one-vs-rest': 'the logistic functions of the scores, divided by their sum',
} as const;

/**
 * The model in words.
 *
 * @param all - long lists in full. @param heading - how headings look.
 */
export function modelText(record: ModelRecord, all: boolean, heading: (text: string) => string): string {
  const { title, description, format, kind, classes, tieOrder, origin } = record;
  const from = [
    origin.source,
    origin.tool && `made by ${origin.tool}${origin.version ? ` ${origin.version}` : ''}`,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
  const about: [string, string][] = [
    ['kind', `${kind} (${format})`],
    ['classes', cut(classes, all ? classes.length : FEATURES).join(', ')],
    ['ties', `go to ${cut(tieOrder, all ? tieOrder.length : FEATURES).join(', then ')}`],
  ];
  for (const line of scoreLines(record, all)) about.push(line);
  if (from !== '') about.push(['origin', from]);
  if (origin.sha256 !== undefined) about.push(['sha256', origin.sha256]);
  const parts = [
    [
      heading(title ?? origin.source ?? 'Model'),
      ...(description === undefined ? [] : [`  ${description}`]),
      ...aligned(about).map((line) => `  ${line}`),
    ].join('\n'),
    overview(record, all, heading),
    details(record, all, heading),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What scores count, what they must reach, and what probabilities they make. */
function scoreLines(record: ModelRecord, all: boolean): [string, string][] {
  const { classes, threshold = 0, unit, link, bias, tieOrder } = record;
  const two = classes.length === 2;
  if (unit === 'points') {
    const more = tieOrder[0] === classes[1] ? '' : 'more than ';
    const base = bias[1] === 0 ? '' : `; everyone starts with ${inUnit(shortNumber(bias[1]), unit)}`;
    return [['cut-off', `${more}${inUnit(shortNumber(threshold), unit)} needed for ${classes[1]}${base}`]];
  }
  const needed =
    unit === 'nats' && link === 'softmax'
      ? `, a probability of more than ${shortNumber(100 / (1 + Math.exp(-threshold)))} %`
      : '';
  const name = unit === 'score' ? 'numbers without a unit' : `in ${inUnit('', unit)}`;
  const how = two && link === 'softmax' ? 'the logistic function of the score' : link && LINKS[link];
  return [
    ...(threshold === 0
      ? []
      : [
          [
            'threshold',
            `${classes[1]} must be ahead of ${classes[0]} by ${shortNumber(threshold)}${needed}`,
          ] as [string, string],
        ]),
    ['scores', `${name}; before any feature ${biasText(record, all)}`],
    ['probability', how ?? 'none: the model does not say how scores become probabilities'],
  ];
}

/** Two classes: one number, the second over the first. */
function biasText({ classes, bias }: ModelRecord, all: boolean): string {
  if (classes.length === 2) return `${signed(bias[1] - bias[0])} for ${classes[1]}`;
  return cut(
    classes.map((name, k) => `${name} ${shortNumber(bias[k])}`),
    all ? classes.length : CLASSES,
  ).join(', ');
}

/** Features, the most powerful first, with a bar each. */
function overview({ features, unit }: ModelRecord, all: boolean, heading: (text: string) => string): string {
  const order = [...features].sort((a, b) => reachOf(b) - reachOf(a));
  const most = features.reduce((a, { range }) => Math.max(a, range ?? 0), 0);
  const shown = all ? order : order.slice(0, FEATURES);
  const rows = shown.map((feature) => [
    feature.name,
    domainOf(feature, all),
    feature.range === null ? 'endless' : shortNumber(feature.range),
    feature.range === null ? `${'█'.repeat(BAR)}…` : bar(feature.range, most, BAR),
  ]);
  return [
    `${heading(`Features (${features.length})`)}, by how far each can move one class against another${unit === 'score' ? '' : `, in ${inUnit('', unit)}`}`,
    ...aligned(rows, [2]).map((line) => `  ${line}`),
    ...more(order.length - shown.length, 'features'),
  ].join('\n');
}

/** What each value is worth, in the model's order. */
function details(
  { features, classes, unit }: ModelRecord,
  all: boolean,
  heading: (text: string) => string,
): string {
  const two = classes.length === 2;
  const columns = two ? [] : all ? classes : classes.slice(0, CLASSES);
  const shown = all ? features : features.slice(0, FEATURES);
  const what = unit === 'points' ? 'Points' : 'Weights';
  const side = unit === 'points' ? ` for ${classes[1]}` : `, for ${classes[1]} against ${classes[0]}`;
  const head = heading(what) + (two ? side : '');
  const rows: string[][] = two ? [] : [['', ...columns]];
  const notes = new Map<number, string[]>();
  for (const { name, kind, weights } of shown) {
    rows.push([name, ...(two ? [''] : columns.map(() => ''))]);
    const some = all ? weights : firstOf(weights);
    for (const { value, weights: each } of some)
      rows.push([
        `  ${kind === 'categorical' ? value : shortInterval(value)}`,
        ...(two ? [signed(each[1] - each[0])] : columns.map((_, k) => shortNumber(each[k]))),
      ]);
    if (some.length < weights.length)
      notes.set(rows.length - 1, more(weights.length - some.length, 'values'));
  }
  const right = (rows[0] ?? []).map((_, column) => column).slice(1);
  return [
    head,
    ...aligned(rows, right).flatMap((line, x) => [
      `  ${line}`,
      ...(notes.get(x) ?? []).map((note) => `  ${note}`),
    ]),
    ...(two ? [] : more(classes.length - columns.length, 'classes')),
    ...more(features.length - shown.length, 'features'),
  ].join('\n');
}

/** The first few, and what a missing value is worth; all, where no more than one would be left out. */
function firstOf(weights: readonly WeightRecord[]): readonly WeightRecord[] {
  if (weights.length <= VALUES + 1) return weights;
  const last = weights.at(-1);
  return [...weights.slice(0, VALUES), ...(last?.value === 'missing' ? [last] : [])];
}

function domainOf({ kind, values, lower, upper, unit, missing }: FeatureRecord, all: boolean): string {
  const counts = typeof missing === 'number' ? shortValue(missing) : missing;
  const gone =
    missing === undefined
      ? ''
      : missing === true
        ? ', or missing'
        : meansMissing(missing)
          ? ''
          : `; missing counts as ${counts}`;
  if (values !== undefined) {
    const shown = cut(values, all ? values.length : 4).join(', ');
    return `{${all || shown.length <= 50 ? shown : `${values.length} categories`}}${gone}`;
  }
  const bound = (x: number | undefined, none: string): string => (x === undefined ? none : shortValue(x));
  const range = `${bound(lower, '−∞')} to ${bound(upper, '∞')}`;
  return `${kind}, ${range}${unit === undefined ? '' : ` ${unit}`}${gone}`;
}

function reachOf({ range }: FeatureRecord): number {
  return range ?? Number.POSITIVE_INFINITY;
}

/** The first few of a list; the last entry says how many more there are. */
function cut(list: readonly string[], most: number): readonly string[] {
  return list.length <= most ? list : [...list.slice(0, most), `… (${list.length - most} more)`];
}

function more(count: number, what: string): string[] {
  return count <= 0
    ? []
    : [`  … ${count} more ${count === 1 ? what.replace(/e?s$/, '') : what} (--limit all shows them)`];
}

/** With the end, and without it. */
const OTHER_SIDE: Readonly<Record<string, string>> = { '≥ ': '> ', '[': '(', '< ': '≤ ', ')': ']' };

/** The ends of an interval in few digits. The double after a short number is that number, on the other side: `≥ 20000.000000000004` is `> 20000`. */
function shortInterval(text: string): string {
  return text.replace(
    /(≥ |< |\[|)(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(\)|)/g,
    (_, before: string, number: string, after: string) => {
      const at = Number(number);
      const last = below(at);
      if (before + after === '' || !isCut(at) || isCut(last)) return `${before}${shortValue(at)}${after}`;
      return `${OTHER_SIDE[before] ?? before}${shortValue(last)}${OTHER_SIDE[after] ?? after}`;
    },
  );
}

/** Does it take more digits than are shown? */
function isCut(x: number): boolean {
  return shortValue(x).includes('…');
}

function signed(x: number): string {
  return x > 0 ? `+${shortNumber(x)}` : shortNumber(x);
}
