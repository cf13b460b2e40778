// `xpxlc report`: all that is known of decisions, as text; or as one HTML file, for rows or for a population.
import { basename } from 'node:path';
import { Writable } from 'node:stream';
import { type Budget, type Classifier, LimitError, XpxlcError } from '@xpxlc/core';
import { Allowance, type AllowanceOptions } from '../answer/allowance.ts';
import { boundedRow } from '../answer/answerer.ts';
import type { FeaturesSummary } from '../answer/record-fields.ts';
import { withinWords } from '../answer/within-words.ts';
import type { DataOptions } from '../ask/groups.ts';
import { boundsWish, type RowRange } from '../ask/kinds.ts';
import { COMMAND_LINE } from '../ask/option.ts';
import { type ReportOptions, reportFormat } from '../ask/report.ts';
import { documentQuestion, movable } from '../ask/resolve.ts';
import { rowsOf } from '../batch/rows.ts';
import type { RowBlock } from '../cells/row-block.ts';
import { Decision } from '../decision/decision.ts';
import { inTurn } from '../decision/patience.ts';
import { readContent } from '../import/content.ts';
import type { FailedRow, ReportData, RowQuestion, RowReport } from '../report/index.ts';
import { matchedFiles } from '../table/data.ts';
import { formatByName } from '../table/format.ts';
import { openText } from '../table/text-file.ts';
import { inUnit } from '../terminal/unit.ts';
import { answerTable, noRows, statusFor, type TableQuestion } from './answer-table.ts';
import { clash, UsageError } from './exit.ts';
import { inFull } from './in-full.ts';
import { fingerprints, type NamedFile } from './input-files.ts';
import { type Loaded, loadClassifier } from './inputs.ts';
import { caseOf, oneOrMany, rowOfCase } from './instance.ts';
import { interruptible } from './interruptible.ts';
import type { Io } from './io.ts';
import type { Called } from './run-command.ts';
import { summarizeFeatures } from './summarize-features.ts';

/** A table with no more rows gets a section for each, if nothing else is said. */
const FEW = 20;
/** A document has at most this number of sections. */
const MOST = 500;

/** Run the command; the exit status. */
export async function report(
  model: string,
  data: readonly string[],
  options: ReportOptions,
  io: Io,
  called: Called,
): Promise<number> {
  checkName(options);
  oneOrMany(options.instance, data);
  if (reportFormat(options) === 'text') return reportText(model, data, options, io);
  checkOptions(options, data);
  const beside = filesBeside(options);
  const loaded = await loadClassifier(model, options, io, [...data, ...beside.map(({ name }) => name)]);
  const { classifier } = loaded;
  await io.claim();
  const { reportHtml } = await import('../report/index.ts');
  const asked: Asked = {
    classifier,
    data,
    ...(await caseOf(options, data, classifier, io)),
    options,
  };
  const question = await rowQuestion(options, classifier);
  const found = await answers(asked, question, io);
  if (found.status === undefined) return found.interrupted;
  const files = options.instance === undefined ? await matchedFiles(data.length === 0 ? ['-'] : data) : [];
  const page: ReportData = {
    ...reportFrame(model, loaded, options, question, files),
    ...found.parts,
    title: options.title ?? titleOf(found.parts),
    version: called.version,
    command: commandText(called.args),
    files: await fingerprints([
      { role: 'Model', name: model },
      ...files.map((name) => ({ role: 'Data', name })),
      ...beside,
    ]),
  };
  const html = await reportHtml(page);
  const output = await openText(options.output ?? io.stdout);
  try {
    await output.write(html);
    await output.close();
  } catch (error) {
    await output.abort();
    throw error;
  }
  return found.status;
}

/** A row after the other, as text. */
async function reportText(
  model: string,
  data: readonly string[],
  options: ReportOptions,
  io: Io,
): Promise<number> {
  const { classifier } = await loadClassifier(model, options, io, data);
  const { format: _, ...rest } = options;
  const { status } = await answerTable(
    {
      classifier,
      job: inFull(classifier, options, io),
      data,
      ...(await caseOf(options, data, classifier, io)),
      options: rest,
      done: 'explained',
    },
    io,
  );
  return status;
}

type Asked = Pick<TableQuestion, 'classifier' | 'data' | 'instance'> & { readonly options: ReportOptions };

/** What is asked of every row, and what it may cost. */
interface Question extends RowQuestion, Pick<AllowanceOptions, 'maxTime'> {
  readonly budget: Budget;
}

/** What the report is about; without a status where the user has stopped it. */
type Answers =
  | { readonly status: number; readonly parts: Pick<ReportData, 'rows' | 'population' | 'hint'> }
  | { readonly status?: undefined; readonly interrupted: number };

async function answers(asked: Asked, question: Question, io: Io): Promise<Answers> {
  const { options } = asked;
  const chosen = asked.instance !== undefined || selection(options) !== undefined;
  if (options.per !== 'table') {
    const rows = await chosenRows(
      asked,
      chosen || options.per === 'row' ? MOST : FEW,
      chosen || options.per === 'row',
    );
    if (rows !== undefined) {
      if (rows.length === 0) io.stderr.write(`xpxlc: note: ${noRows(options)}\n`);
      const list = await rowReports(asked, rows, question);
      return {
        status: statusFor(list.filter((row) => 'error' in row).length, io, 'explained'),
        parts: { rows: list },
      };
    }
  }
  const { status, summary } = await population(asked, question, io);
  if (summary === undefined) return { interrupted: status };
  const hint = chosen
    ? undefined
    : 'This report is about all rows together. For a section per row choose rows: --rows, --where or --predicted.';
  return { status, parts: { population: summary, hint } };
}

/** A row that is read but not yet explained. */
interface ReadRow {
  readonly block: RowBlock;
  readonly r: number;
}

/** The rows to explain; undefined where there are too many and none were chosen. */
async function chosenRows(asked: Asked, most: number, chosen: boolean): Promise<ReadRow[] | undefined> {
  const { classifier, instance, options } = asked;
  const table = tableOf(asked);
  const blocks = instance === undefined ? rowsOf(table)(0) : rowOfCase(classifier, instance, options);
  const rows: ReadRow[] = [];
  for await (const block of blocks) {
    for (let r = 0; r < block.rows; r++) {
      if (rows.length === most) {
        if (!chosen) return undefined;
        throw new LimitError('too many rows for a report', {
          code: 'too-many-rows',
          expected: `at most ${most} rows`,
          got: 'more',
          hint: 'choose fewer with --rows, or report on all together with --per table',
        });
      }
      rows.push({ block, r });
    }
  }
  return rows;
}

async function rowReports(
  { classifier, options }: Asked,
  rows: readonly ReadRow[],
  question: Question,
): Promise<(RowReport | FailedRow)[]> {
  const { rowReport, TIMED_PARTS } = await import('../report/index.ts');
  const { within } = movable(options, { classifier });
  const explained = ({ block, r }: ReadRow): RowReport | FailedRow => {
    const { at, problem } = boundedRow(classifier, block, r, within);
    const bad = block.bad.find(({ index }) => index === r);
    if (bad !== undefined) return { name: at, error: bad.message };
    try {
      const asked = problem();
      const whole = within === undefined ? asked : boundedRow(classifier, block, r).problem();
      const patience = inTurn(new Allowance(question), TIMED_PARTS, question.budget);
      return rowReport(at, new Decision(asked, patience, whole), question);
    } catch (error) {
      if (!(error instanceof XpxlcError)) throw error;
      return { name: at, error: error.message };
    }
  };
  const list: (RowReport | FailedRow)[] = [];
  for (const row of rows) list.push(await interruptible(() => explained(row)));
  return list;
}

/** Everything added up; nothing of it is written here. */
async function population(
  asked: Asked,
  { budget, maxTime, protected: audited = [] }: Question,
  io: Io,
): Promise<{ readonly status: number; readonly summary: FeaturesSummary | undefined }> {
  const { classifier, options } = asked;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  let summary: FeaturesSummary | undefined;
  const { status } = await summarizeFeatures(
    {
      ...tableOf(asked),
      question: {
        protected: audited,
        split: { class: false },
        budget,
        maxTime,
        ...movable(options, { classifier }),
      },
      rules: options.rules,
      format: 'text',
    },
    { ...io, stdout: nowhere },
    (found) => {
      summary = found;
      return [];
    },
  );
  return { status, summary };
}

function tableOf({ classifier, data, options }: Asked): TableQuestion {
  const { output: _, format: __, ...rest } = options;
  return {
    classifier,
    data,
    options: rest,
    done: 'explained',
    job: { command: 'predict', labelled: false, format: 'text' },
  };
}

async function rowQuestion(options: ReportOptions, classifier: Classifier): Promise<Question> {
  const { readPhrases } = await import('../report/index.ts');
  const { phrases } = options;
  return {
    ...documentQuestion(options, { classifier, door: COMMAND_LINE }),
    phrases:
      phrases === undefined
        ? undefined
        : readPhrases((await readContent(phrases)).text, classifier, basename(phrases)),
  };
}

/** What is said of the report as a whole. */
function reportFrame(
  path: string,
  { classifier, title }: Loaded,
  options: ReportOptions,
  { reasons, adverse, target, protected: audited = [] }: RowQuestion,
  files: readonly string[],
): Pick<ReportData, 'model' | 'data' | 'unit' | 'settings' | 'date'> {
  const { within } = movable(options, { classifier });
  const { classes, unit } = classifier;
  return {
    date: options.date,
    model: { name: basename(path), classes, about: title },
    data:
      options.instance !== undefined
        ? 'one case, given on the command line'
        : files.map((name) => (name === '-' ? 'standard input' : basename(name))).join(', '),
    unit: inUnit('', unit),
    settings: {
      reasons,
      adverse,
      target,
      phrases: options.phrases !== undefined,
      within: within === undefined ? [] : withinWords(within),
      key: options.key,
      chosen: selection(options),
      protected: audited,
    },
  };
}

/** How rows were chosen, in words. */
function selection({ rows, where, predicted }: DataOptions): string | undefined {
  const parts = [
    ...(rows === undefined
      ? []
      : [
          `${rows.length === 1 && rows[0].to === rows[0].from + 1 ? 'number' : 'numbers'} ${rangesText(rows)}`,
        ]),
    ...(where === undefined ? [] : [`where ${where}`]),
    ...(predicted === undefined ? [] : [`decided ${predicted.join(' or ')}`]),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** As the report counts rows: from 1. */
function rangesText(rows: readonly RowRange[]): string {
  return rows.map(({ from, to }) => (to === from + 1 ? to : `${from + 1}-${to}`)).join(', ');
}

function titleOf({ rows }: Pick<ReportData, 'rows'>): string {
  if (rows === undefined) return 'Report on the decisions of a model';
  return rows.length === 1 ? 'Report on a decision' : `Report on ${rows.length} decisions`;
}

/** Files besides the model and the data. */
function filesBeside({ xmap, bounds, phrases, within }: ReportOptions): NamedFile[] {
  const isFile = bounds !== undefined && bounds !== 'unbounded' && boundsWish(bounds) === undefined;
  return [
    ...(xmap === undefined ? [] : [{ role: 'Names', name: xmap }]),
    ...(isFile ? [{ role: 'Bounds', name: bounds }] : []),
    ...(phrases === undefined ? [] : [{ role: 'Phrases', name: phrases }]),
    ...(typeof within === 'string' && within.startsWith('@')
      ? [{ role: 'What may move', name: within.slice(1) }]
      : []),
  ];
}

/** The name of the file says what is in it. */
function checkName({ output = '' }: ReportOptions): void {
  const place = `-o ${output}`;
  if (/\.pdf$/i.test(output))
    throw new UsageError('a report is HTML; print it to PDF from a browser', {
      place,
      expected: `-o ${output.replace(/\.pdf$/i, '.html')}`,
    });
  if (formatByName(output).format !== undefined && !/\.txt(\.\w+)?$/i.test(output))
    throw new UsageError('a report is text or HTML; xpxlc explain writes tables', {
      place,
      expected: '-o FILE.txt or -o FILE.html',
    });
}

function checkOptions(options: ReportOptions, data: readonly string[]): void {
  const { instance, per } = options;
  const once = instance === undefined && (data.length === 0 || data.includes('-'));
  if (once && per !== 'table' && selection(options) === undefined)
    throw clash('DATA on standard input', '--rows, --where, --predicted or --per table');
}

/** The command as it can be typed again in a shell. */
function commandText(args: readonly string[]): string {
  const quoted = (argument: string): string =>
    /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
  return ['xpxlc', ...args.map(quoted)].join(' ');
}
