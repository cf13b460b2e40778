// `xpxlc explain`: why each row is decided as it is, and what would change it.
import type { Classifier, Problem } from '@xpxlc/core';
import type { Job } from '../answer/job.ts';
import type { Format } from '../answer/layout.ts';
import type { ExplainQuestion } from '../record/explain-record.ts';
import type { PreciseQuestion } from '../record/precise-record.ts';
import { saveText } from '../table/text-file.ts';
import { answerTable } from './answer-table.ts';
import { boundedCase } from './bounded-case.ts';
import { checkDistribution, type DistributionOptions, distributionOf } from './distribution.ts';
import { clash, UsageError } from './exit.ts';
import { loadClassifier } from './inputs.ts';
import { caseOf, oneOrMany } from './instance.ts';
import { interruptible } from './interruptible.ts';
import { type Io, isColoured } from './io.ts';
import type { BatchOptions, DataOptions, ModelOptions, OutputOptions } from './options.ts';
import { formatOf } from './output.ts';
import { className, featureNames, toTime } from './parse.ts';
import { checkPlot } from './plot-output.ts';
import { PlottedRow, plottedRow, plottedSvg } from './row-plot.ts';
import { type WithinOptions, withinOf } from './within.ts';

/** What the command line says. */
export interface ExplainOptions
  extends ModelOptions,
    DataOptions,
    OutputOptions,
    BatchOptions,
    DistributionOptions,
    WithinOptions {
  readonly kind: 'axp' | 'cxp' | 'both';
  readonly order?: 'size' | 'search';
  readonly limit?: number;
  readonly all?: boolean;
  readonly skip?: string;
  readonly sample?: number;
  readonly seed?: number;
  readonly instance?: string;
  readonly avoid?: string;
  readonly never?: string;
  readonly target?: string;
  readonly inflate?: boolean;
  readonly certificate?: boolean;
  /** All that is known of each decision, for people. */
  readonly report?: boolean;
  /** Sets that keep the class at least so often, instead of always. */
  readonly precision?: number;
  /** Seconds per row. */
  readonly maxTime?: number;
  readonly maxExplanations?: number;
  /** A picture of the one row. */
  readonly plot?: string;
}

/** Run the command; the exit status. */
export async function explain(
  model: string,
  data: readonly string[],
  options: ExplainOptions,
  io: Io,
): Promise<number> {
  oneOrMany(options.instance, data);
  checkPlot(options.plot);
  if (options.plot !== undefined) refuseWithPlot(options);
  const { classifier } = await loadClassifier(model, options, io, data);
  if (options.certificate && formatOf(options) === 'text')
    throw new UsageError('proofs are for programs; add --format ndjson (or json, csv, parquet)', {
      place: '--certificate',
    });
  const job = await toJob(classifier, data, options, io);
  const one = await caseOf(options, data, classifier, io);
  const row = options.plot === undefined ? undefined : new PlottedRow();
  const { status, complete } = await answerTable(
    {
      classifier,
      job,
      data,
      ...one,
      options,
      done: 'explained',
      ...(row === undefined ? {} : { seen: (block) => row.see(block) }),
    },
    io,
  );
  if (row !== undefined && complete) {
    const { within } = withinOf(options, classifier);
    const problem =
      one.instance === undefined
        ? row.problem(classifier, within)
        : boundedCase(classifier, one.instance, options, { within }).problem;
    await drawRow(problem, toQuestion(classifier, options), options.plot as string, io);
  }
  return status;
}

/** What a picture of one explanation cannot show. */
function refuseWithPlot({ precision, resume }: ExplainOptions): void {
  if (precision !== undefined) throw clash('--plot', 'no --precision');
  if (resume) throw clash('--plot', 'no --resume');
}

/** A row without an answer has no picture. */
async function drawRow(
  problem: Problem | undefined,
  question: ExplainQuestion,
  path: string,
  io: Io,
): Promise<void> {
  if (problem === undefined) io.stderr.write(`xpxlc: note: no row is explained, so ${path} is not written\n`);
  else {
    const view = await interruptible(() => plottedRow(problem, question));
    await saveText(path, await plottedSvg(problem, view));
  }
}

/** A report where it is asked for; also of one case of which nothing particular is asked. */
async function toJob(
  classifier: Classifier,
  data: readonly string[],
  options: ExplainOptions,
  io: Io,
): Promise<Job> {
  const format = formatOf(options);
  const other = notWithReport(options, format);
  if (options.report && other !== undefined)
    throw new UsageError('options that do not go together', { place: '--report', expected: `no --${other}` });
  if (options.report || (options.instance !== undefined && other === undefined)) {
    const coloured = options.output === undefined && isColoured(io);
    const question = {
      titled: options.instance === undefined,
      coloured,
      ...withinOf(options, classifier),
      ...toTime(options),
    };
    return { command: 'report', question, format: 'text' };
  }
  return options.precision === undefined
    ? { command: 'explain', question: toQuestion(classifier, options), format }
    : { command: 'precise', question: await toPreciseQuestion(classifier, data, options), format };
}

/** What asks for particular explanations, or for more than their words. */
const PARTICULAR = [
  'limit',
  'all',
  'order',
  'skip',
  'sample',
  'seed',
  'avoid',
  'never',
  'target',
  'inflate',
  'certificate',
] as const;

/** What asks for something that is not in a report. */
const NOT_WITH_REPORT = [...PARTICULAR, 'precision', 'distribution'] as const;

/** The first option that asks for something particular. */
function notWithReport(options: ExplainOptions, format: Format): string | undefined {
  if (options.kind !== 'axp') return 'kind';
  return (
    NOT_WITH_REPORT.find((name) => options[name] !== undefined) ?? (format === 'text' ? undefined : 'format')
  );
}

/** What else would ask for something that may fail now and then is not offered. */
const NOT_WITH_PRECISION = [...PARTICULAR, 'maxExplanations'] as const;

async function toPreciseQuestion(
  classifier: Classifier,
  data: readonly string[],
  options: ExplainOptions,
): Promise<PreciseQuestion> {
  const { precision = 1, kind } = options;
  const other = NOT_WITH_PRECISION.find((name) => options[name] !== undefined);
  if (kind !== 'axp' || other !== undefined)
    throw clash(
      '--precision',
      `no --${kind !== 'axp' ? 'kind' : other === 'maxExplanations' ? 'max-explanations' : other}`,
    );
  const distribution = await distributionOf(options, data, classifier);
  checkDistribution(classifier, distribution);
  return {
    precision,
    distribution,
    ...withinOf(options, classifier),
    ...toTime(options),
  };
}

function toQuestion(classifier: Classifier, options: ExplainOptions): ExplainQuestion {
  const { features, classes } = classifier;
  const { kind, all = false } = options;
  const target = className(options.target, classes, 'target');
  const avoid = featureNames(options.avoid, features, 'avoid');
  const never = featureNames(options.never, features, 'never');
  const limit = all ? Number.POSITIVE_INFINITY : (options.limit ?? 1);
  if (options.distribution !== undefined) throw clash('--distribution', '--precision');
  if (all && options.limit !== undefined) throw clash('--all', 'without --limit');
  if (kind === 'cxp' && avoid.length + never.length > 0)
    throw clash('--avoid, --never', '--kind axp or both');
  if (kind === 'axp' && target !== undefined) throw clash('--target', '--kind cxp or both');
  if (avoid.length > 0 && limit !== 1) throw clash('--avoid', 'one explanation (no --limit, no --all)');
  const { sample, skip, seed } = options;
  if (seed !== undefined && sample === undefined) throw clash('--seed', '--sample');
  if (sample !== undefined && (all || options.limit !== undefined || skip !== undefined || options.order))
    throw clash('--sample', 'no --limit, --all, --order or --skip');
  if (skip !== undefined && options.order === 'size') throw clash('--skip', '--order search');
  if (
    (sample !== undefined || skip !== undefined) &&
    (avoid.length + never.length > 0 || target !== undefined)
  )
    throw clash(sample === undefined ? '--skip' : '--sample', 'no --avoid, --never or --target');
  if (options.certificate && target !== undefined && classes.length > 2)
    throw clash('--certificate', 'no --target among more than two classes');
  return {
    kind,
    limit,
    order: options.order ?? (skip === undefined ? 'size' : 'search'),
    ...(skip === undefined ? {} : { skip }),
    ...(sample === undefined ? {} : { sample: { size: sample, seed: seed ?? 0 } }),
    avoid,
    never,
    ...withinOf(options, classifier),
    ...(target === undefined ? {} : { target }),
    inflate: options.inflate ?? false,
    certificate: options.certificate ?? false,
    ...toTime(options),
    ...(options.maxExplanations === undefined ? {} : { maxExplanations: options.maxExplanations }),
  };
}
