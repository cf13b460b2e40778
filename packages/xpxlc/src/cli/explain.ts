// `xpxlc explain`: why each row is decided as it is, and what would change it.
import type { Classifier } from '@xpxlc/core';
import { explainLines, type Lines } from '../record/explain-lines.ts';
import { type ExplainRecord, explainRecord, type Question, ruleOf } from '../record/explain-record.ts';
import type { RowBlock } from '../table/encode.ts';
import { openText } from '../table/text-file.ts';
import { reportText } from '../terminal/report.ts';
import { readProblems, statusFor } from './answer-rows.ts';
import { EXIT, UsageError } from './exit.ts';
import { loadClassifier, openData, readRows } from './inputs.ts';
import { oneOrMany, readInstance } from './instance.ts';
import { type Io, painter } from './io.ts';
import type { DataOptions, ModelOptions, OutputOptions } from './options.ts';
import { formatOf, type Layout, openOutput } from './output.ts';
import { featureNames } from './parse.ts';

/** What the command line says. */
export interface ExplainOptions extends ModelOptions, DataOptions, OutputOptions {
  readonly kind: 'axp' | 'cxp' | 'both';
  readonly order?: 'size' | 'search';
  readonly limit?: number;
  readonly all?: boolean;
  readonly instance?: string;
  readonly avoid?: string;
  readonly never?: string;
  readonly fixed?: string;
  readonly target?: string;
  readonly inflate?: boolean;
  readonly certificate?: boolean;
}

/** Run the command; the exit status. */
export async function explain(
  model: string,
  data: readonly string[],
  options: ExplainOptions,
  io: Io,
): Promise<number> {
  oneOrMany(options.instance, data);
  const { classifier } = await loadClassifier(model, options, io, data);
  const question = toQuestion(classifier, options);
  const format = formatOf(options);
  if (options.instance !== undefined && format === 'text' && options.output === undefined && isPlain(options))
    return report(classifier, options.instance, options, io);
  const lines = format === 'ndjson' && isPlain(options) ? explainLines(classifier) : undefined;
  if (lines !== undefined && options.instance === undefined)
    return explainQuickly(classifier, lines, data, options, io);
  const output = await openOutput(options, explainLayout(question), io);
  let failed = 0;
  try {
    for await (const row of readProblems(classifier, data, options, io)) {
      const record =
        'error' in row ? { ...row.at, error: row.error } : explainRecord(row.at, () => row.problem, question);
      if (record.error !== undefined) failed += 1;
      await output.put(record);
    }
    await output.end();
  } catch (error) {
    await output.abort();
    throw error;
  }
  return statusFor(failed, io, 'explained');
}

/** Whole blocks become text at once; see record/explain-lines.ts. */
async function explainQuickly(
  classifier: Classifier,
  lines: (block: RowBlock) => Lines,
  data: readonly string[],
  options: ExplainOptions,
  io: Io,
): Promise<number> {
  const output = await openText(options.output ?? io.stdout);
  let failed = 0;
  try {
    const table = await openData(
      data,
      options,
      classifier.features.map(({ name }) => name),
    );
    try {
      for await (const block of readRows(table, classifier, options)) {
        const part = lines(block);
        failed += part.failed;
        for (const page of part.pages) await output.write(page);
      }
    } finally {
      table.close();
    }
    await output.close();
  } catch (error) {
    await output.abort();
    throw error;
  }
  return statusFor(failed, io, 'explained');
}

/** One case, told at length. */
async function report(
  classifier: Classifier,
  given: string,
  options: ExplainOptions,
  io: Io,
): Promise<number> {
  const instance = await readInstance(given, classifier.features, options, io);
  const paint = painter(io);
  io.stdout.write(
    reportText(classifier, instance, {
      heading: (part) => paint(['bold', 'cyan'], part),
      strong: (part) => paint('bold', part),
      faint: (part) => paint('dim', part),
    }),
  );
  return EXIT.done;
}

/** Nothing particular is asked: the whole report is the answer. */
function isPlain({
  kind,
  limit,
  all,
  avoid,
  never,
  fixed,
  target,
  inflate,
  certificate,
}: ExplainOptions): boolean {
  return (
    kind === 'axp' &&
    [limit, all, avoid, never, fixed, target, inflate, certificate].every((option) => option === undefined)
  );
}

function toQuestion({ features, classes }: Classifier, options: ExplainOptions): Question {
  const { kind, target, all = false } = options;
  const avoid = featureNames(options.avoid, features, 'avoid');
  const never = featureNames(options.never, features, 'never');
  const fixed = featureNames(options.fixed, features, 'fixed');
  const limit = all ? Number.POSITIVE_INFINITY : (options.limit ?? 1);
  const clash = (place: string, expected: string): UsageError =>
    new UsageError('options that do not go together', { place, expected });
  if (all && options.limit !== undefined) throw clash('--all', 'without --limit');
  if (kind === 'cxp' && avoid.length + never.length > 0)
    throw clash('--avoid, --never', '--kind axp or both');
  if (kind === 'axp' && (fixed.length > 0 || target !== undefined))
    throw clash('--fixed, --target', '--kind cxp or both');
  if (avoid.length > 0 && limit !== 1) throw clash('--avoid', 'one explanation (no --limit, no --all)');
  if (options.certificate && target !== undefined && classes.length > 2)
    throw clash('--certificate', 'no --target among more than two classes');
  if (target !== undefined && !classes.includes(target))
    throw new UsageError('unknown class', {
      place: '--target',
      expected: classes.join(', '),
      got: `'${target}'`,
    });
  return {
    kind,
    limit,
    order: options.order ?? 'size',
    avoid,
    never,
    fixed,
    ...(target === undefined ? {} : { target }),
    inflate: options.inflate ?? false,
    certificate: options.certificate ?? false,
  };
}

function explainLayout({ certificate }: Question): Layout<ExplainRecord> {
  return {
    text: (record) => {
      const name = `row ${record.row}${record.id === undefined ? '' : ` (${record.id})`}`;
      if (record.error !== undefined) return `${name}: error: ${record.error.message}\n`;
      const lines = (record.explanations ?? []).map((explanation) => {
        if (explanation.kind === 'axp')
          return ruleOf(
            explanation.widened === undefined ? explanation : { literals: explanation.widened },
            record.class as string,
          );
        const { counterfactual } = explanation;
        const change = Object.entries(counterfactual?.changes ?? {}).map(
          ([feature, value]) => `${feature} = ${value}`,
        );
        return `BUT ${counterfactual === undefined ? `another class with other ${explanation.features.join(', ')}` : `${counterfactual.class} if ${change.join(' and ')}`}`;
      });
      if (record.impossible !== undefined) lines.push(`no explanation: ${record.impossible}`);
      const more = record.complete ? '' : ' (and more)';
      const head = `${name}: ${record.class}, lead ${record.margin}${record.doubtful ? ' (within rounding noise)' : ''}${more}`;
      return `${[head, ...lines.map((line) => `  ${line}`)].join('\n')}\n`;
    },
    columns: [
      { name: 'row', type: 'integer' },
      { name: 'id', type: 'text' },
      { name: 'class', type: 'text' },
      { name: 'margin', type: 'number' },
      { name: 'kind', type: 'text' },
      { name: 'size', type: 'integer' },
      { name: 'features', type: 'json' },
      { name: 'literals', type: 'json' },
      { name: 'counterfactual', type: 'json' },
      ...(certificate ? [{ name: 'certificate', type: 'json' } as const] : []),
      { name: 'complete', type: 'boolean' },
      { name: 'error', type: 'text' },
    ],
    rows: (record) => {
      const start = [
        record.row,
        record.id ?? null,
        record.class ?? null,
        record.margin === undefined ? null : Number(record.margin),
      ];
      const end = [record.complete ?? null, record.error?.message ?? record.impossible ?? null];
      const proof = (explanation?: { certificate?: unknown }): unknown[] =>
        certificate ? [explanation?.certificate ?? null] : [];
      const { explanations = [] } = record;
      if (explanations.length === 0) return [[...start, null, null, null, null, null, ...proof(), ...end]];
      return explanations.map((explanation) => [
        ...start,
        explanation.kind,
        explanation.size,
        explanation.features,
        explanation.widened ?? explanation.literals,
        explanation.counterfactual ?? null,
        ...proof(explanation),
        ...end,
      ]);
    },
  };
}
