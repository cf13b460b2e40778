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
  'one or more tables: CSV, TSV, NDJSON, JSON or Parquet, also .gz or .zst, or a pattern such as parts/*.csv (default: standard input)';

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
  readonly beyondBounds?: 'refuse' | 'extend';
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
        'for XLC, CNBC and BLC models: an XMAP file with the names of classes, features and categories',
      ),
    )
    .addOption(
      new Option(
        '--bounds <file>',
        "bounds of numbers, for formats that have none (XLC, ONNX, coefficients, …): a file, 'data', 'wide' (room for as much again on either side of DATA), quantiles of DATA like '1%:99%', or 'unbounded'",
      ),
    )
    .addOption(
      new Option(
        '--cutoff <points>',
        'for scorecards without a cut-off: the points needed for the second class',
      ).argParser(parseNumber('a number', () => true)),
    )
    .addOption(
      new Option(
        '--model-options <json>',
        'further options of the reader of this format (docs/sources), as JSON or @FILE',
      ).argParser(parseJsonObject),
    )
    .addOption(
      new Option('--model-format <format>', 'the format of MODEL (default: told by its content)').choices([
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
      new Option(
        '--where <sql>',
        `only rows for which this SQL condition is true, e.g. "age > 40 AND job = 'clerk'"`,
      ),
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
      new Option('--values <how>', 'how cells say a category: by its name, or by its position counted from 0')
        .choices(['label', 'index'])
        .default('label'),
    )
    .addOption(new Option('--key <column>', 'a column that identifies rows; answers repeat it as id'))
    .addOption(
      new Option('--missing <label>', 'count missing cells as this category, where a feature has it'),
    )
    .addOption(
      new Option(
        '--beyond-bounds <how>',
        'rows with numbers beyond the bounds of the model: refuse them, or extend the bounds for this row until they hold it',
      )
        .choices(['refuse', 'extend'])
        .default('refuse'),
    );
  return addTableOptions(command);
}

/** How DATA is read, whatever it is read for. */
export function addTableOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--data-format <format>',
        'the format of DATA (default: told by its content and name)',
      ).choices(['csv', 'tsv', 'ndjson', 'json', 'parquet']),
    )
    .addOption(new Option('--delimiter <text>', 'what separates the cells of CSV (default: found by itself)'))
    .addOption(new Option('--null <text...>', 'cells that mean "missing", besides empty ones'));
}

export function addOutputOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--format <format>',
        'text for people; csv for spreadsheets; json, ndjson, parquet for programs (default: by the name of -o FILE, else text)',
      ).choices(['text', 'json', 'ndjson', 'csv', 'parquet']),
    )
    .addOption(
      new Option(
        '-o, --output <file>',
        'write to this file instead of stdout; it appears when it is complete',
      ),
    )
    .option(
      '--bom',
      'for CSV that Excel opens: marks it as UTF-8, and puts an apostrophe before texts that look like formulas',
    );
}

/** How many rows are answered. */
export function addBatchOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--jobs <n>', 'how many threads work (default: one per core)').argParser(parseCount(1)),
    )
    .option('--resume', 'continue an interrupted run with the same -o FILE');
}

/** How long one row may take. @param then - what becomes of its answer. */
export function addTimeOption(command: Command, then: string): Command {
  return command.addOption(
    new Option('--max-time <seconds>', `stop searching a row after this time; ${then}`).argParser(
      parseSeconds,
    ),
  );
}

/** What one row may cost. */
export function addBudgetOptions(command: Command): Command {
  return addTimeOption(command, 'its answer then says that there may be more').addOption(
    new Option(
      '--max-explanations <n>',
      'list at most n explanations per row; an answer that was cut off says so',
    ).argParser(parseCount(1)),
  );
}

/** What counting may cost, and how far to go through explanations instead. */
export function addCountingOptions(command: Command): Command {
  command.addOption(
    new Option(
      '--max-explanations <n>',
      'count only the first n explanations of a row; an answer that was cut off says so',
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
        'give up counting a row after n steps (default: 1.5e9, some seconds)',
      ).argParser(parseCount(1)),
    )
    .addOption(
      new Option('--max-memory <megabytes>', 'memory for counting a row (default: 768)').argParser(
        parseCount(1),
      ),
    );
}

/** How a model is written. */
export function addModelOutputOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--to <format>', 'the format to write (default: told by the name of the file)').choices([
        'xpxlc-model',
        'xlc',
        'cnbc',
        'blc',
      ]),
    )
    .option('--xmap-out <file>', 'for XLC, CNBC, BLC: the file for the names (default: beside the model)')
    .option(
      '--bounds-out <file>',
      'for XLC with numbers: the file for their bounds (default: beside the model)',
    )
    .option(
      '--first-class <class>',
      'for XLC, CNBC, BLC: which class becomes class 0 (default: the one that loses ties)',
    )
    .option(
      '--allow-rounding',
      'for XLC, BLC: round weights that no double holds; cases near a tie may change',
    )
    .option(
      '--drop-missing',
      'for XLC, CNBC, BLC: drop what missing and unknown cells count as; such cells are then refused',
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
