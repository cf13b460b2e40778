// `xpxlc inspect`: what a model says: its features, classes and rules, and what each value is worth.
import { type FeatureRecord, type ModelRecord, modelRecord } from '../record/model-record.ts';
import { openText } from '../table/text-file.ts';
import { aligned, bar } from '../terminal/bars.ts';
import { EXIT } from './exit.ts';
import { loadClassifier } from './inputs.ts';
import { type Io, painter } from './io.ts';
import type { ModelOptions, OutputOptions } from './options.ts';
import { formatOf, openOutput } from './output.ts';

/** What the command line says. */
export interface InspectOptions extends ModelOptions, OutputOptions {
  /** Do not cut long lists. */
  readonly all?: boolean;
}

/** Shown of long lists, unless all is asked for. */
const FEATURES = 20;
const VALUES = 10;
const CLASSES = 8;
const BAR = 30;

const UNITS: Readonly<Record<string, string>> = {
  nats: 'natural-log units',
  bits: 'powers of two',
  score: 'points',
};

/** Run the command; the exit status. */
export async function inspect(model: string, options: InspectOptions, io: Io): Promise<number> {
  const { classifier, ...loaded } = await loadClassifier(model, options, io);
  const record = modelRecord(loaded, classifier);
  if (formatOf(options) === 'json') {
    // One model is one object, not a list.
    const sink = await openText(options.output ?? io.stdout);
    await sink.write(`${JSON.stringify(record, null, 2)}\n`);
    await sink.close();
    return EXIT.done;
  }
  const paint = painter(io, options.output === undefined ? undefined : false);
  const output = await openOutput<ModelRecord>(
    options,
    {
      text: (told) => modelText(told, options.all ?? false, (text) => paint(['bold', 'cyan'], text)),
      columns: [
        { name: 'feature', type: 'text' },
        { name: 'kind', type: 'text' },
        { name: 'range', type: 'number' },
        { name: 'value', type: 'text' },
        { name: 'class', type: 'text' },
        { name: 'weight', type: 'number' },
      ],
      rows: ({ classes, features, bias }) => [
        ...classes.map((name, k) => [null, 'bias', null, null, name, bias[k]]),
        ...features.flatMap(({ name, kind, range, weights }) =>
          weights.flatMap(({ value, weights: each }) =>
            classes.map((of, k) => [name, kind, range, value, of, each[k]]),
          ),
        ),
      ],
    },
    io,
  );
  try {
    await output.put(record);
    await output.end();
  } catch (error) {
    await output.abort();
    throw error;
  }
  return EXIT.done;
}

function modelText(record: ModelRecord, all: boolean, heading: (text: string) => string): string {
  const { title, description, format, kind, classes, tieOrder, threshold, origin } = record;
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
  if (threshold !== undefined)
    about.push(['threshold', `${classes[1]} must be ahead of ${classes[0]} by ${number(threshold)}`]);
  about.push(['scores', `in ${UNITS[record.unit]}; before any feature ${biasText(record, all)}`]);
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

/** Two classes: one number, the second over the first. */
function biasText({ classes, bias }: ModelRecord, all: boolean): string {
  if (classes.length === 2) return `${signed(bias[1] - bias[0])} for ${classes[1]}`;
  return cut(
    classes.map((name, k) => `${name} ${number(bias[k])}`),
    all ? classes.length : CLASSES,
  ).join(', ');
}

/** Features, the most powerful first, with a bar each. */
function overview({ features }: ModelRecord, all: boolean, heading: (text: string) => string): string {
  const order = [...features].sort((a, b) => reachOf(b) - reachOf(a));
  const most = Math.max(0, ...features.map(({ range }) => range ?? 0));
  const shown = all ? order : order.slice(0, FEATURES);
  const rows = shown.map((feature) => [
    feature.name,
    domainOf(feature, all),
    feature.range === null ? 'endless' : number(feature.range),
    feature.range === null ? `${'█'.repeat(BAR)}…` : bar(feature.range, most, BAR),
  ]);
  return [
    `${heading(`Features (${features.length})`)}, by how far each can move one class against another`,
    ...aligned(rows, [2]).map((line) => `  ${line}`),
    ...more(order.length - shown.length, 'features'),
  ].join('\n');
}

/** What each value is worth, in the model's order. */
function details(
  { features, classes }: ModelRecord,
  all: boolean,
  heading: (text: string) => string,
): string {
  const two = classes.length === 2;
  const columns = two ? [] : all ? classes : classes.slice(0, CLASSES);
  const shown = all ? features : features.slice(0, FEATURES);
  const head = two ? `${heading('Weights')}, for ${classes[1]} against ${classes[0]}` : heading('Weights');
  const rows: string[][] = two ? [] : [['', ...columns]];
  const notes = new Map<number, string[]>();
  for (const { name, weights } of shown) {
    rows.push([name, ...(two ? [''] : columns.map(() => ''))]);
    const some = all ? weights : weights.slice(0, VALUES);
    for (const { value, weights: each } of some)
      rows.push([
        `  ${value}`,
        ...(two ? [signed(each[1] - each[0])] : columns.map((_, k) => number(each[k]))),
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

function domainOf({ kind, values, lower, upper, unit }: FeatureRecord, all: boolean): string {
  if (values !== undefined) {
    const shown = cut(values, all ? values.length : 4).join(', ');
    return `{${all || shown.length <= 50 ? shown : `${values.length} categories`}}`;
  }
  const range = `${lower ?? '−∞'} to ${upper ?? '∞'}`;
  return `${kind}, ${range}${unit === undefined ? '' : ` ${unit}`}`;
}

function reachOf({ range }: FeatureRecord): number {
  return range ?? Number.POSITIVE_INFINITY;
}

/** The first few of a list; the last entry says how many more there are. */
function cut(list: readonly string[], most: number): readonly string[] {
  return list.length <= most ? list : [...list.slice(0, most), `… (${list.length - most} more)`];
}

function more(count: number, what: string): string[] {
  return count <= 0 ? [] : [`  … ${count} more ${what} (--all shows them)`];
}

/** Four significant digits are enough to read. */
function number(x: number): string {
  return Number.isInteger(x) ? String(x) : String(Number(x.toPrecision(4)));
}

function signed(x: number): string {
  return x > 0 ? `+${number(x)}` : number(x);
}
