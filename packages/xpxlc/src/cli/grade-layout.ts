// How assessments look for people and in tables.

import { errorText } from '../answer/error-text.ts';
import { columnsOf, ERROR_COLUMN, type Layout } from '../answer/layout.ts';
import type { Agreement, Assessment, FailedAssessment, RuleAssessment } from '../answer/record-fields.ts';
import { ASSESSED_RULE, ASSESSED_WEIGHTS, UNASSESSED } from '../answer/record-fields.ts';
import { assigned } from '../terminal/assigned.ts';
import { percent, percentRange } from '../terminal/percent.ts';

type Line = Assessment | FailedAssessment;

export const assessLayout: Layout<Line> = {
  text: (line) => `${textOf(line).join('\n')}\n`,
  columns: columnsOf({ ...ASSESSED_WEIGHTS, ...ASSESSED_RULE, ...UNASSESSED }, [
    'row',
    'id',
    'tool',
    'kind',
    'class',
    'features',
    'size',
    'sufficient',
    'minimal',
    'redundant',
    ['precision_low', 'precision', 'low'],
    ['precision_high', 'precision', 'high'],
    ['precision_exact', 'precision', 'exact'],
    ['precision_claimed', 'claimed', 'precision'],
    ['coverage_low', 'coverage', 'low'],
    ['coverage_high', 'coverage', 'high'],
    ['coverage_claimed', 'claimed', 'coverage'],
    'hits',
    'common',
    'counterexample',
    ['repaired', 'repaired', 'features'],
    'distance',
    ...(['frequency', 'power'] as const).flatMap((of) =>
      ['kendall', 'spearman', 'rbo'].map((name) => [`${of}_${name}`, 'agreement', of, name] as const),
    ),
    ERROR_COLUMN,
  ]),
  // Weights have no size of their own: the features with the largest ones are counted.
  lines: (line) => ['features' in line ? { size: line.features.length, ...line } : line],
};

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
