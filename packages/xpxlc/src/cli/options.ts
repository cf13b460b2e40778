// Options that several commands share, and what they mean; parse.ts reads their values.
import { type Command, Option } from 'commander';
import type { ModelFormat } from '../import/load-model.ts';
import {
  gather,
  parseCount,
  parseJsonObject,
  parseNumber,
  parseRows,
  parseSeconds,
  type RowRange,
} from './parse.ts';

/** What DATA may be. */
export const DATA_HELP =
  'tables (CSV, TSV, NDJSON, JSON, Parquet, .gz, .zst; globs; - or nothing for standard input)';

/** How the model is given. */
export interface ModelOptions {
  readonly modelFormat?: ModelFormat;
  /** What else the reader of the model's format takes. */
  readonly modelOptions?: Readonly<Record<string, unknown>>;
  readonly cutoff?: number;
  readonly xmap?: string;
  readonly bounds?: string;
}

/** How the table is given. */
export interface DataOptions {
  readonly values?: 'label' | 'index';
  readonly rows?: readonly RowRange[];
  readonly where?: string;
  /** Only rows that the model gives one of these classes. */
  readonly predicted?: readonly string[];
  readonly key?: string;
  /** A column whose values split the rows. */
  readonly group?: string;
  readonly dataFormat?: 'csv' | 'tsv' | 'ndjson' | 'json' | 'parquet';
  readonly delimiter?: string;
  readonly null?: readonly string[];
  readonly missing?: string;
}

/** Where answers go. */
export interface OutputOptions {
  readonly format?: 'text' | 'json' | 'ndjson' | 'csv' | 'parquet';
  readonly output?: string;
  /** CSV and TSV for spreadsheets. */
  readonly bom?: boolean;
}

/** How many rows are answered. */
export interface BatchOptions {
  readonly jobs?: number;
  readonly resume?: boolean;
}

export function addModelOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--xmap <file>',
        'names of classes, features and categories (XMAP), for XLC, CNBC and BLC models',
      ),
    )
    .addOption(
      new Option(
        '--bounds <file>',
        "bounds of numbers, for formats that have none (XLC, ONNX, coefficients, …): a file, 'data' or 'unbounded'",
      ),
    )
    .addOption(
      new Option(
        '--cutoff <points>',
        'scorecards that do not say it: points needed for the second class',
      ).argParser(parseNumber('a number', () => true)),
    )
    .addOption(
      new Option(
        '--model-options <json>',
        'what else the reader of the format takes, as JSON or @FILE (docs/sources)',
      ).argParser(parseJsonObject),
    )
    .addOption(
      new Option('--model-format <format>', 'do not tell the format of MODEL by its content').choices([
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
    );
}

/** Which rows of DATA, and how they are read. */
export function addDataOptions(command: Command): Command {
  command
    .addOption(
      new Option('--rows <list>', 'only these rows, counted from 0, e.g. 0,5,10-20').argParser(parseRows),
    )
    .addOption(
      new Option('--where <sql>', "only rows for which this is true, e.g. 'age > 40 AND job = ''clerk'''"),
    );
  return addRowOptions(command);
}

/** Which rows, by the class that the model gives them. */
export function addPredictedOption(command: Command): Command {
  return command.addOption(
    new Option(
      '--predicted <classes>',
      'only rows that the model gives one of these classes, e.g. refuse (may be repeated)',
    ).argParser(gather),
  );
}

/** How rows of DATA are read. */
export function addRowOptions(command: Command): Command {
  command
    .addOption(
      new Option('--values <how>', 'cells of categories are names or 0-based positions')
        .choices(['label', 'index'])
        .default('label'),
    )
    .addOption(new Option('--key <column>', 'a column that identifies rows, repeated in answers as id'))
    .addOption(new Option('--missing <label>', 'missing cells are this category, in features that have it'));
  return addTableOptions(command);
}

/** How DATA is read, whatever it is read for. */
export function addTableOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--data-format <format>', 'do not tell the format of DATA by its content').choices([
        'csv',
        'tsv',
        'ndjson',
        'json',
        'parquet',
      ]),
    )
    .addOption(new Option('--delimiter <text>', 'what separates cells of CSV'))
    .addOption(new Option('--null <text...>', 'cells that mean "missing", besides empty ones'));
}

export function addOutputOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'text for people; json, ndjson, csv, parquet for programs').choices([
        'text',
        'json',
        'ndjson',
        'csv',
        'parquet',
      ]),
    )
    .addOption(
      new Option('-o, --output <file>', 'write to a file (complete or not at all) instead of stdout'),
    )
    .option('--bom', 'csv: for Excel (marked as UTF-8; texts that look like formulas get an apostrophe)');
}

/** How many rows are answered. */
export function addBatchOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--jobs <n>', 'threads that answer (default: one per core)').argParser(parseCount(1)),
    )
    .option('--resume', 'go on where an interrupted run with the same -o FILE has ended');
}

/** What one row may cost. */
export function addBudgetOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--max-time <seconds>',
        'for each row; what is found until then is the answer, and says so',
      ).argParser(parseSeconds),
    )
    .addOption(
      new Option('--max-explanations <n>', 'for each row; an answer that is cut off says so').argParser(
        parseCount(1),
      ),
    );
}

/** What counting may cost, and how far to go through explanations instead. */
export function addCountingOptions(command: Command): Command {
  command.addOption(
    new Option(
      '--max-explanations <n>',
      'go through no more than the first so many, instead of counting all without listing; the answer then says so',
    ).argParser(parseCount(1)),
  );
  return addCountingBudget(command);
}

/** What counting may cost. */
export function addCountingBudget(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--max-steps <n>',
        'steps that counting a row may take (default: 1.5e9, some seconds)',
      ).argParser(parseCount(1)),
    )
    .addOption(
      new Option('--max-memory <megabytes>', 'that counting a row may take (default: 768)').argParser(
        parseCount(1),
      ),
    );
}

/** How a model is written. */
export function addModelOutputOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--to <format>', 'do not tell the format by the name of the file').choices([
        'xpxlc-model',
        'xlc',
        'cnbc',
        'blc',
      ]),
    )
    .option('--xmap-out <file>', 'XLC, CNBC, BLC: where the names go (default: beside the model)')
    .option('--bounds-out <file>', 'XLC with numbers: where their bounds go (default: beside the model)')
    .option(
      '--first-class <class>',
      'XLC, CNBC, BLC: the class to be class 0 (default: the one that loses ties)',
    )
    .option('--allow-rounding', 'XLC, BLC: round weights that no double holds; cases near a tie may change')
    .option(
      '--drop-missing',
      'XLC, CNBC, BLC: leave out what missing and unknown cells count as; such cells are then refused',
    );
}

/** The program's own option, understood after the command's name as well. */
export function addDebugOption(command: Command): Command {
  return command.option('--debug', 'show where an error comes from');
}

/** What all commands that answer every row of a table have. */
export function addAnswerOptions(command: Command): void {
  addModelOptions(command);
  addDataOptions(command);
  addPredictedOption(command);
  addOutputOptions(command);
  addBatchOptions(command);
}
