// How what is said of features looks for people and in tables.

import { aligned, bar } from '../terminal/bars.ts';
import { counted } from '../terminal/counted.ts';
import { percent } from '../terminal/percent.ts';
import { failedText, rowName } from './error-text.ts';
import type { FeaturesQuestion } from './features-record.ts';
import { columnsOf, ERROR_COLUMN, type Layout } from './layout.ts';
import type { At, Failed, FeaturesRecord, FeaturesSummary, FeaturesSums, PartName } from './record-fields.ts';
import { ASKED_LINE } from './record-fields.ts';

type Line = (At & FeaturesRecord) | Failed;

const BAR = 20;

/** Rows, or the summary over all of them; with a split, lines say of which part they are, and of how many rows. */
export function featuresLayout({ split }: Pick<FeaturesQuestion, 'split'>): Layout<Line | FeaturesSummary> {
  const isSplit = split.class || split.group !== undefined;
  return {
    text: (line) => ('features' in line ? summaryText(line) : rowText(line)),
    columns: columnsOf(ASKED_LINE, [
      'row',
      'id',
      'class',
      ...(split.group === undefined ? [] : ['group']),
      ...(isSplit ? ['rows', 'failed'] : []),
      'feature',
      'necessary',
      'relevant',
      'smallest',
      'frequency',
      'incomplete',
      'undecided',
      'audit',
      ERROR_COLUMN,
    ]),
    lines: (line) => {
      if ('features' in line) return (isSplit ? (line.parts ?? []) : [line]).flatMap(sumLines);
      if ('error' in line) return [line];
      const { row, id, relevant, complete, audit } = line;
      return Object.entries(line.frequency).map(([feature, frequency]) => ({
        row,
        id,
        class: line.class,
        feature,
        necessary: Number(line.necessary.includes(feature)),
        relevant: relevant && Number(relevant.includes(feature)),
        smallest: Number(line.smallest.includes(feature)),
        frequency,
        // Of sums: rows of which not all was found out.
        incomplete: Number(!complete),
        undecided: Number(relevant === null),
        audit: audit?.features[feature],
      }));
    },
  };
}

/** A line per feature. */
function sumLines({
  features,
  class: name,
  group,
  rows,
  failed,
  incomplete,
  undecided,
}: PartName & FeaturesSums): object[] {
  return features.map((shares) => ({ ...shares, class: name, group, rows, failed, incomplete, undecided }));
}

function rowText(line: Line): string {
  if ('error' in line) return `${failedText(line)}\n`;
  const name = rowName(line);
  const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));
  const shares = Object.entries(line.frequency).flatMap(([feature, share]) =>
    share === null || share === 0 ? [] : [[feature, percent(share), bar(share, 1, BAR)]],
  );
  const lines = [
    `${name}: ${line.rule}`,
    ...(line.atLeast === undefined
      ? []
      : [
          `  the smallest explanation found (${line.smallest.length} features); a smaller one would have at least ${line.atLeast}`,
        ]),
    `  in every explanation: ${list(line.necessary)}`,
    `  in some: ${line.relevant === null ? 'not decided within the limits' : list(line.relevant)}`,
    shares.length === 0 && !line.complete
      ? '  no explanation was counted in time'
      : `  share of ${line.complete ? 'all' : 'the first'} explanations with it:`,
    ...aligned(shares, [1]).map((text) => `    ${text}`),
  ];
  if (line.audit !== undefined) {
    const { verdict, avoiding, features: protectedOnes } = line.audit;
    const each = Object.entries(protectedOnes).map(([feature, own]) => `${feature}: ${own}`);
    lines.push(`  protected features are in ${verdict} explanations (${each.join(', ')})`);
    if (avoiding !== null) lines.push(`  an explanation without them: ${list(avoiding)}`);
  }
  return `${lines.join('\n')}\n`;
}

function summaryText(summary: FeaturesSummary): string {
  const { given = [], rows, failed, incomplete, undecided, features, group, parts, audit } = summary;
  const sorted = features.toSorted(
    (a, b) => b.smallest - a.smallest || (b.frequency ?? 0) - (a.frequency ?? 0),
  );
  const lines = [
    `${counted(rows, 'row')} explained${failed === 0 ? '' : `, ${counted(failed, 'row')} skipped (see stderr)`}`,
    ...(given.length === 0 ? [] : [`given that ${given.join(' and ')}:`]),
  ];
  lines.push(
    '',
    ...tableOf(
      sorted.map((shares) => [shares.feature, ...shareCells(shares)]),
      ['feature'],
    ),
  );
  if (incomplete > 0)
    lines.push(
      '',
      `${counted(incomplete, 'row')} had more explanations than were counted: their shares are those of the first ones`,
    );
  if (undecided > 0) lines.push('', `relevance could not be decided for ${counted(undecided, 'row')}`);
  if (audit !== undefined)
    lines.push(
      '',
      `protected features: in all explanations of ${counted(audit.all, 'row')}, in some of ${audit.some}, in none of ${audit.none}`,
    );
  if (parts !== undefined)
    lines.push(
      ...partLines(
        parts,
        sorted.map(({ feature }) => feature),
        group,
      ),
    );
  for (const line of ruleLines(summary)) lines.push(line);
  return `${lines.join('\n')}\n`;
}

/** Rules, each with its share of the rows of its class. */
function ruleLines({ rows, classes, rules }: FeaturesSummary): string[] {
  if (rules.length === 0) return [];
  const together = rules.reduce((sum, { added }) => sum + added, 0);
  return [
    '',
    `rules that cover most rows, each right for every case: together ${together}${together > rows ? '' : ` of ${counted(rows, 'row')} (${percent(together / rows)})`}`,
    ...rules.map(({ rule, class: name, rows: covered }) => {
      // Rows that could not be asked about features are covered all the same.
      const all = classes[name] ?? 0;
      const share = covered > all ? `of ${name}` : `${percent(covered / all)} of ${name}`;
      return `  ${counted(covered, 'row')}, ${share}: ${rule}`;
    }),
  ];
}

type Shares = FeaturesSums['features'][number];

function shareCells({ necessary, relevant, smallest, frequency }: Shares): string[] {
  return [
    ...[necessary, relevant, smallest, frequency].map((share) => (share === null ? '?' : percent(share))),
    bar(frequency ?? 0, 1, BAR),
  ];
}

/** Lines of shares under a heading; what comes before them says of what they are. */
function tableOf(rows: readonly (readonly string[])[], before: readonly string[]): string[] {
  const heads = [...before, 'necessary', 'relevant', 'in the smallest', 'share of explanations', ''];
  const numbers = heads.flatMap((head, i) => (i >= before.length || head === 'rows' ? [i] : []));
  return aligned([heads, ...rows], numbers.slice(0, -1));
}

/** Feature by feature, so that the parts stand below each other. */
function partLines(
  parts: readonly (PartName & FeaturesSums)[],
  features: readonly string[],
  column: string | undefined,
): string[] {
  const nameOf = ({ class: name, group }: PartName): string[] => [
    ...(name === undefined ? [] : [name ?? 'no class']),
    ...(group === undefined ? [] : [group ?? '(missing)']),
  ];
  const [first] = parts;
  if (first === undefined) return [];
  const asked = parts.filter(({ rows }) => rows > 0);
  const rows = features.flatMap((feature) =>
    asked.map((part, p) => [
      p === 0 ? feature : '',
      ...nameOf(part),
      String(part.rows),
      ...shareCells(part.features.find((shares) => shares.feature === feature) as Shares),
    ]),
  );
  const heads = [...('class' in first ? ['class'] : []), ...(column === undefined ? [] : [column])];
  const lines = ['', `by ${heads.join(' and ')}`, '', ...tableOf(rows, ['feature', ...heads, 'rows'])];
  for (const part of parts)
    if (part.failed > 0) lines.push('', `${nameOf(part).join(', ')}: ${counted(part.failed, 'row')} skipped`);
  for (const part of asked)
    if (part.audit !== undefined)
      lines.push(
        '',
        `${nameOf(part).join(', ')}: protected features are in all explanations of ${part.audit.all} of ${counted(part.rows, 'row')}, in some of ${part.audit.some}, in none of ${part.audit.none}`,
      );
  return lines;
}
