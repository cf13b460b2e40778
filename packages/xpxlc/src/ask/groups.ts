// Options that several questions share.
import {
  COUNT_OR_ALL,
  choice,
  count,
  digits,
  FLAG,
  JSON_OBJECT,
  LOSSES,
  MEGABYTES,
  MOVABLE,
  NAMES,
  ROWS,
  text,
  texts,
} from './kinds.ts';
import { local, option, type Said } from './option.ts';

/** The argument of what is asked about a model. */
export const A_MODEL = { '<model>': 'a model in any format' };
export const A_TABLE = {
  '[data...]':
    'tables: CSV, TSV, NDJSON, JSON, Parquet, also .gz or .zst, or a pattern like parts/*.csv (default: standard input)',
};

/** How the model is given. */
export const MODEL = {
  xmap: local(
    text('file'),
    'for XLC, CNBC and BLC models: an XMAP file with the names of classes, features and categories',
  ),
  bounds: local(
    text('file'),
    "bounds of numbers, for formats that have none (XLC, ONNX, coefficients, …): a file, 'data', 'wide' (room for as much again on either side of DATA), quantiles of DATA like '1%:99%', or 'unbounded'",
  ),
  modelOptions: local(
    JSON_OBJECT,
    'how MODEL is read (docs/sources), as JSON or @FILE: {"cutoff": 600} for a scorecard, {"format": "xlc"} where the content does not tell',
  ),
};

/** How a table is read, whatever it is read for. */
export const TABLE = {
  delimiter: local(text('text'), 'DATA is CSV with this between cells (default: found by itself)'),
  null: local(texts('text...'), 'cells that mean "missing", besides empty ones'),
};

/** How cases are read, at every door. */
export const READING = {
  key: option(text('column'), 'a {column} that identifies {rows}; answers repeat it as id'),
  beyondBounds: option(
    choice('how', ['refuse', 'extend']),
    '{rows} with numbers beyond the bounds of the model: refuse them, or extend the bounds for this {row} until they hold it',
    { default: 'refuse' },
  ),
};

/** How rows of DATA are read. */
export const ROWS_OF_DATA = {
  values: local(
    choice('how', ['label', 'index']),
    'how cells say a category: by its name, or by its position counted from 0',
    { default: 'label' },
  ),
  key: READING.key,
  missing: local(text('label'), 'count missing cells as this category, where a feature has it'),
  beyondBounds: READING.beyondBounds,
  ...TABLE,
};

/** Which rows of DATA, and how they are read. */
export const DATA = {
  rows: local(ROWS, 'only these rows, counted from 0, e.g. 0,5,10-20'),
  where: local(
    text('sql'),
    `only rows for which this SQL condition is true, e.g. "age > 40 AND job = 'clerk'"`,
  ),
  ...ROWS_OF_DATA,
};

/** Which rows, by the class that the model gives them. */
export const PREDICTED = {
  predicted: local(
    texts('classes'),
    'only rows that the model gives one of these classes, e.g. refuse (may be repeated)',
  ),
};

/** The file that is written; most commands write one. */
export const TO_FILE = {
  output: local(text('file'), 'write to this file, which appears when it is complete', {
    short: 'o',
  }),
};

/** Where answers go. */
export const OUTPUT = {
  format: local(
    choice('format', ['text', 'json', 'ndjson', 'csv', 'excel', 'parquet']),
    'text for people, excel for spreadsheets (default: by the name of -o FILE, else text)',
  ),
  ...TO_FILE,
};

/** How many threads work, and going on. */
export const BATCH = {
  jobs: local(count('n', 1), 'how many threads work (default: one per core)'),
  resume: local(FLAG, 'continue an interrupted run with the same -o FILE'),
};

/** What all questions about every row of a table have. */
export const ANSWERS = { ...MODEL, ...DATA, ...PREDICTED, ...OUTPUT, ...BATCH };

export const INSTANCE = {
  instance: local(text('case'), "one case: 'age=35,job=clerk', or - for JSON on standard input"),
};

/** Rows are chosen among several. */
export const CHOSEN_AMONG_ROWS = { of: ['predicted'], not: ['instance'] } as const;

/** A run goes on where its file ends. */
export const RESUMED_FILE = {
  of: ['resume'],
  unless: ({ output }: { readonly output?: string }) => output !== undefined,
  expected: '-o FILE',
} as const;

/** What may move. */
export const WITHIN = {
  within: option(MOVABLE, 'what may move: {example}'),
};

/** How features vary that are not held. */
export const DISTRIBUTION = {
  distribution: local(
    choice('name', ['uniform', 'model', 'data']),
    'how the other features vary: uniform (all values equally likely), model (as a naive Bayes model says) or data (as often as in DATA) (default: uniform)',
  ),
};

/** How many explanations are listed, and which. */
export const LISTING = {
  limit: option(COUNT_OR_ALL, 'at most n explanations per {row}, or all (default: 1)'),
  order: option(
    choice('order', ['size', 'search', 'random']),
    'smallest first (size); as they are found (search), which is faster for long lists; or drawn at random, all equally likely (random)',
  ),
  skip: option(digits('n'), 'skip the first n explanations (with {order} search)'),
  seed: option(count('n', 0), 'the random seed of {order} random (default: 0)'),
};

/** What counting may cost. */
export const COUNTING = {
  maxSteps: option(count('n', 1), 'give up counting a {row} after n steps (default: 1.5e9, some seconds)'),
  maxMemory: option(MEGABYTES, 'memory for counting a {row} (default: 768)'),
};

/** What counting may cost, or how far to go through explanations instead. */
export const COUNTING_FIRST = {
  limit: option(
    count('n', 1),
    'count only the first n explanations of a {row}; an answer that was cut off says so',
  ),
  ...COUNTING,
};

/** Answers to rows, or one to the table. @param more - other parts of a table. */
export function per<const T extends string>(more: readonly T[], words: string) {
  return { per: local(choice('what', ['row', 'table', ...more]), words) };
}

/** The words of a limit on time. @param then - what becomes of the answer. */
export function afterTime(then: string): string {
  return `stop searching a {row} after this time; ${then}`;
}

export const PROTECTED = {
  protected: option(
    NAMES,
    'audit these features: do they play a part, and is there an explanation without them?',
  ),
};

/** How a model is written. */
export const MODEL_OUTPUT = {
  format: local(
    choice('format', ['xpxlc-model', 'xlc', 'cnbc', 'blc']),
    'the format to write (default: by the name of the file)',
  ),
  firstClass: local(
    text('class'),
    'for XLC, CNBC, BLC: which class becomes class 0 (default: the one that loses ties)',
  ),
  allowLoss: local(
    LOSSES,
    'what may be lost: rounding (weights that no double holds are rounded; cases near a tie may change), missing (what missing and unknown cells count as; such cells are then refused)',
  ),
};

export type ModelOptions = Said<typeof MODEL>;
/** How the table is given; not every command has all of it. */
export type DataOptions = Partial<Said<typeof DATA & typeof PREDICTED>> & {
  /** A column whose values split the rows. */
  readonly group?: string;
};
export type OutputOptions = Said<typeof OUTPUT>;
export type BatchOptions = Said<typeof BATCH>;
