// How assessments look for people and in tables.

import { errorText } from '../answer/error-text.ts';
import type { Layout } from '../answer/layout.ts';
import type { Agreement, Assessment, FailedAssessment, RuleAssessment } from '../assess/assessment.ts';
import { assigned } from '../terminal/assigned.ts';
import { percent, percentRange } from '../terminal/percent.ts';

type Line = Assessment | FailedAssessment;

export const assessLayout: Layout<Line> = {
  text: (line) => `${textOf(line).join('\n')}\n`,
  columns: [
    { name: 'row', type: 'integer' },
    { name: 'id', type: 'text' },
    { name: 'tool', type: 'text' },
    { name: 'kind', type: 'text' },
    { name: 'class', type: 'text' },
    { name: 'features', type: 'list' },
    { name: 'size', type: 'integer' },
    { name: 'sufficient', type: 'boolean' },
    { name: 'minimal', type: 'boolean' },
    { name: 'redundant', type: 'list' },
    { name: 'precision_low', type: 'number' },
    { name: 'precision_high', type: 'number' },
    { name: 'precision_exact', type: 'text' },
    { name: 'precision_claimed', type: 'number' },
    { name: 'coverage_low', type: 'number' },
    { name: 'coverage_high', type: 'number' },
    { name: 'coverage_claimed', type: 'number' },
    { name: 'hits', type: 'integer' },
    { name: 'common', type: 'list' },
    { name: 'counterexample', type: 'json' },
    { name: 'repaired', type: 'list' },
    { name: 'distance', type: 'integer' },
    { name: 'frequency_kendall', type: 'number' },
    { name: 'frequency_spearman', type: 'number' },
    { name: 'frequency_rbo', type: 'number' },
    { name: 'power_kendall', type: 'number' },
    { name: 'power_spearman', type: 'number' },
    { name: 'power_rbo', type: 'number' },
    { name: 'error', type: 'text' },
  ],
  rows: (line) => {
    const { row = null, id = null, tool = null } = line;
    if ('error' in line) return [[row, id, tool, ...new Array<null>(25).fill(null), line.error.message]];
    const { kind, class: name, features, hits, common } = line;
    const rule = kind === 'rule' ? line : undefined;
    const agreement = kind === 'weights' ? line.agreement : undefined;
    return [
      [
        row,
        id,
        tool,
        kind,
        name,
        features,
        features.length,
        rule?.sufficient ?? null,
        rule?.minimal ?? null,
        rule?.redundant ?? null,
        rule?.precision?.low ?? null,
        rule?.precision?.high ?? null,
        rule?.precision?.exact ?? null,
        rule?.claimed?.precision ?? null,
        rule?.coverage?.low ?? null,
        rule?.coverage?.high ?? null,
        rule?.claimed?.coverage ?? null,
        hits,
        common,
        rule?.counterexample ?? null,
        rule?.repaired.features ?? null,
        rule?.distance ?? null,
        ...measures(agreement?.frequency),
        ...measures(agreement?.power),
        null,
      ],
    ];
  },
};

function measures(agreement: Agreement | null | undefined): (number | null)[] {
  return [agreement?.kendall ?? null, agreement?.spearman ?? null, agreement?.rbo ?? null];
}

function textOf(line: Line): string[] {
  const { row, id, tool } = line;
  const name = `${row === undefined ? '' : `row ${row}${id === undefined ? '' : ` (${id})`}`}${tool === undefined ? '' : `, ${tool}`}`;
  if ('error' in line) return [`${name === '' ? '' : `${name}: `}error: ${errorText(line.error, row)}`];
  const set = `{${line.features.join(', ')}}`;
  const hits =
    line.hits === null
      ? 'hits not known (too many steps)'
      : `${line.hits} of ${line.features.length} among the most frequent features`;
  if (line.kind === 'rule') return ofRule(line, `${name}: ${set}`, hits);
  const { frequency, power } = line.agreement;
  return [
    `${name}: largest weights ${set}: ${hits}`,
    ...(frequency === null ? [] : [`  agreement with frequencies: ${agreementText(frequency)}`]),
    ...(power === null ? [] : [`  agreement with power: ${agreementText(power)}`]),
  ];
}

function ofRule(line: RuleAssessment, start: string, hits: string): string[] {
  const {
    class: name,
    sufficient,
    minimal,
    redundant,
    precision,
    coverage,
    claimed,
    counterexample,
    repaired,
  } = line;
  const verdict = minimal
    ? `is a minimal explanation of ${name}`
    : sufficient
      ? `is sufficient for ${name}, but not minimal: ${redundant.length > 1 ? 'any one of ' : ''}${redundant.join(', ')} can be left out`
      : `is NOT sufficient for ${name}`;
  const claim = (share: number | undefined): string =>
    share === undefined ? '' : ` (claimed: ${percent(share)})`;
  const changes = Object.entries(counterexample?.changes ?? {}).map(([feature, value]) =>
    assigned(feature, value),
  );
  return [
    `${start} ${verdict}`,
    `  holds in ${precision === null ? 'an unknown share' : percentRange(precision)} of cases${claim(claimed?.precision)}, applies to ${coverage === null ? 'an unknown share' : percentRange(coverage)}${claim(claimed?.coverage)}; ${hits}`,
    ...(counterexample === undefined ? [] : [`  BUT ${counterexample.class} if ${changes.join(' and ')}`]),
    ...(minimal ? [] : [`  repaired: {${repaired.features.join(', ')}}`]),
  ];
}

function agreementText({ kendall, spearman, rbo }: Agreement): string {
  const show = (value: number | null): string => (value === null ? '-' : value.toFixed(3));
  return `Kendall ${show(kendall)}, Spearman ${show(spearman)}, rank-biased overlap ${show(rbo)}`;
}
