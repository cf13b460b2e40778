// How good explanations are, for people.

import { aligned, bar } from '../terminal/bars.ts';
import { legible } from '../terminal/legible.ts';
import { percent, percentRange } from '../terminal/percent.ts';
import type {
  AgreementSummary,
  AssessSummary,
  HitsSummary,
  RulesSummary,
  ShareSummary,
  ToolSummary,
  WeightsSummary,
} from './assess-summary.ts';

const BAR = 30;

export function assessSummaryText(summary: AssessSummary): string {
  const { explanations, failed, tools } = legible(summary);
  const lines = [
    `${explanations} explanation${explanations === 1 ? '' : 's'} assessed${failed === 0 ? '' : `, ${failed} could not be assessed`}`,
    ...tools.flatMap(ofTool),
  ];
  return `${lines.join('\n')}\n`;
}

function ofTool({ tool, rules, weights }: ToolSummary): string[] {
  const of = tool === null ? '' : ` of ${tool}`;
  return [
    ...(rules === undefined ? [] : ['', `${count(rules.count, 'rule')}${of}`, ...ofRules(rules)]),
    ...(weights === undefined
      ? []
      : ['', `${count(weights.count, 'list')} of weights${of}`, ...ofWeights(weights)]),
  ];
}

function ofRules(rules: RulesSummary): string[] {
  const {
    count: all,
    notSufficient,
    redundant,
    minimal,
    meanSize,
    meanDistance,
    precision,
    coverage,
    hits,
  } = rules;
  const part = (name: string, number: number): string[] => [name, String(number), percent(number / all)];
  return [
    ...aligned(
      [
        part('not sufficient', notSufficient),
        part('sufficient, with redundant features', redundant),
        part('minimal explanations', minimal),
      ],
      [1, 2],
    ).map(indent),
    indent(
      `features a rule: ${meanSize.toFixed(2)}; to be added or removed to make it an explanation: ${meanDistance.toFixed(2)}`,
    ),
    ...ofShares('precision', 'hold', precision, all),
    ...ofShares('coverage', 'apply', coverage, all),
    ...ofHits(hits),
  ];
}

function ofShares(
  name: string,
  verb: string,
  { known, mean, least, claimed }: ShareSummary,
  all: number,
): string[] {
  if (mean === null || least === null) return [indent(`${name}: not known`)];
  const unknown = known === all ? '' : `, not known of ${all - known}`;
  return [
    indent(`${name}: mean ${percentRange(mean)}, least ${percentRange(least)}${unknown}`),
    ...(claimed === undefined
      ? []
      : [
          indent(
            `  claimed: mean ${percent(claimed.mean)}, exactly ${percentRange(claimed.exact)}; ${claimed.below} of ${claimed.count} ${verb} less often than claimed`,
          ),
        ]),
  ];
}

function ofWeights({ top, hits, agreement }: WeightsSummary): string[] {
  return [
    indent(`the ${top} largest weights against the ${top} most frequent features`),
    ...ofHits(hits),
    ...ofAgreement('how often features are in explanations', agreement.frequency),
    ...ofAgreement('the power of features', agreement.power),
  ];
}

function ofHits({ counts, zero, full, meanShare, unknown }: HitsSummary): string[] {
  const all = counts.reduce((sum, number) => sum + number, 0);
  const lines = counts.map((number, hits) => [
    String(hits),
    String(number),
    percent(number / all),
    bar(number, all, BAR),
  ]);
  return [
    indent(
      `hits of the most frequent features: mean ${meanShare === null ? '-' : percent(meanShare)} of a set; none in ${zero}, all in ${full}${unknown === 0 ? '' : `; not known of ${unknown} (beyond the budget)`}`,
    ),
    ...aligned([['hits', 'sets', '', ''], ...lines], [0, 1, 2]).map((line) => indent(indent(line))),
  ];
}

function ofAgreement(what: string, agreement: AgreementSummary): string[] {
  const rows = (['kendall', 'spearman', 'rbo'] as const).flatMap((measure) => {
    const found = agreement[measure];
    if (found === null) return [];
    const { least, lower, median, upper, most } = found;
    return [
      [
        NAMES[measure],
        ...[least, lower, median, upper, most].map((value) => value.toFixed(3)),
        String(found.known),
      ],
    ];
  });
  if (rows.length === 0) return [indent(`agreement with ${what}: not known`)];
  return [
    indent(`agreement with ${what}`),
    ...aligned(
      [['', 'least', 'lower quarter', 'median', 'upper quarter', 'most', 'sets'], ...rows],
      [1, 2, 3, 4, 5, 6],
    ).map((line) => indent(indent(line))),
  ];
}

const NAMES = { kendall: "Kendall's tau-b", spearman: "Spearman's rho", rbo: 'rank-biased overlap' } as const;

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function indent(line: string): string {
  return line === '' ? line : `  ${line}`;
}
