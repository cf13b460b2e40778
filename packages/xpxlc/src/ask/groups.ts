// Options that several questions share.
import {
  choice,
  count,
  digits,
  FLAG,
  gone,
  JSON_OBJECT,
  MEGABYTES,
  MOVABLE,
  NAMES,
  number,
  ROWS,
  text,
  texts,
} from './kinds.ts';
import { local, option, type Said } from './option.ts';

/** The argument of what is asked about a model. */
export const A_MODEL = { '<model>': 'a model in any format' };
export const A_TABLE = {
  '[data...]':
    'one or more tables: CSV, TSV, NDJSON, JSON or Parquet, also .gz or .zst, or a pattern such as parts/*.csv (default: standard input)',
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
  cutoff: local(
    number('points', 'a number', () => true),
    'for scorecards without a cut-off: the points needed for the second class',
  ),
  modelOptions: local(
    JSON_OBJECT,
    'further options of the reader of this format (docs/sources), as JSON or @FILE',
  ),
  modelFormat: local(
    choice('format', [
      'xpxlc-model',
      'pmml',
      'onnx',
      'ebm',
      'scorecard',
      'coefficients',
      'xlc',
      'cnbc',
      'blc',
    ]),
    'the format of MODEL (default: told by its content)',
  ),
};

/** How a table is read, whatever it is read for. */
export const TABLE = {
  dataFormat: local(
    choice('format', ['csv', 'tsv', 'ndjson', 'json', 'parquet']),
    'the format of DATA (default: told by its content and name)',
  ),
  delimiter: local(text('text'), 'what separates the cells of CSV (default: found by itself)'),
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
  output: local(text('file'), 'write to this file instead of stdout; it appears when it is complete', {
    short: 'o',
  }),
};

/** Where answers go. */
export const OUTPUT = {
  format: local(
    choice('format', ['text', 'json', 'ndjson', 'csv', 'parquet']),
    'text for people; csv for spreadsheets; json, ndjson, parquet for programs (default: by the name of -o FILE, else text)',
  ),
  ...TO_FILE,
  bom: local(
    FLAG,
    'for CSV that Excel opens: marks it as UTF-8, and puts an apostrophe before texts that look like formulas',
  ),
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
  fixed: local(
    gone('features', (names) => {
      const entries = names.split(',').map((name) => `${name.trim()}: fixed`);
      return `--within '${entries.join(', ')}'`;
    }),
    '',
    { hidden: true },
  ),
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
  limit: option(count('n', 1), 'at most n explanations per {row}, smallest first (default: 1)'),
  all: option(FLAG, 'all explanations of each {row}'),
  order: option(
    choice('order', ['size', 'search']),
    'smallest first (size), or as they are found (search), which is faster for long lists',
  ),
  skip: option(digits('n'), 'skip the first n explanations (with {order} search)'),
  sample: option(count('n', 1), 'n explanations drawn at random, all equally likely'),
  seed: option(count('n', 0), 'the random seed of {sample} (default: 0)'),
};

/** What counting may cost. */
export const COUNTING = {
  maxSteps: option(count('n', 1), 'give up counting a {row} after n steps (default: 1.5e9, some seconds)'),
  maxMemory: option(MEGABYTES, 'memory for counting a {row} (default: 768)'),
};

/** What counting may cost, or how far to go through explanations instead. */
export const COUNTING_FIRST = {
  maxExplanations: option(
    count('n', 1),
    'count only the first n explanations of a {row}; an answer that was cut off says so',
  ),
  ...COUNTING,
};

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
  to: local(
    choice('format', ['xpxlc-model', 'xlc', 'cnbc', 'blc']),
    'the format to write (default: told by the name of the file)',
  ),
  xmapOut: local(text('file'), 'for XLC, CNBC, BLC: the file for the names (default: beside the model)'),
  boundsOut: local(
    text('file'),
    'for XLC with numbers: the file for their bounds (default: beside the model)',
  ),
  firstClass: local(
    text('class'),
    'for XLC, CNBC, BLC: which class becomes class 0 (default: the one that loses ties)',
  ),
  allowRounding: local(FLAG, 'for XLC, BLC: round weights that no double holds; cases near a tie may change'),
  dropMissing: local(
    FLAG,
    'for XLC, CNBC, BLC: drop what missing and unknown cells count as; such cells are then refused',
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
