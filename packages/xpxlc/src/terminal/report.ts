// One decision explained for a person at a terminal: what was decided, why, what would change it, and the proof.
import {
  additiveForm,
  type Classifier,
  certify,
  changeLiterals,
  counterfactual,
  drops,
  enumerate,
  given,
  type Instance,
  inScores,
  type KnownSmallest,
  literal,
  necessary,
  type Problem,
  predictionOf,
  rule,
  type Signal,
  shortNumber,
  smallestKnown,
  tally,
  verify,
  type WeighOptions,
  weigh,
} from '@xpxlc/core';
import { aligned, bar } from './bars.ts';
import { byDrop } from './by-drop.ts';
import { listBudget } from './list-budget.ts';
import { missingIn, missingTexts } from './missing.ts';
import { ownText } from './own-text.ts';
import { standingOf, standingText } from './standing.ts';
import { inUnit } from './unit.ts';

/** How a report marks its parts; the default leaves text as it is. */
export interface ReportStyle {
  readonly heading: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

const PLAIN: ReportStyle = { heading: (text) => text, strong: (text) => text, faint: (text) => text };

/** Explanations shown at most. */
const SHOWN = 8;
/** Values whose worth is shown at most. */
const VALUES = 30;
const FEW = { digits: 'few' } as const;
/** Explanations counted at most: a report is for reading. */
const COUNTED = 1e6;
const BAR = 24;

/**
 * Explain one instance of a classifier in plain text, ending in a line break.
 *
 * @param options - what may move.
 * @throws {InstanceError} when the instance does not fit the model.
 */
export function reportText(
  classifier: Classifier,
  instance: Instance,
  style: ReportStyle = PLAIN,
  options: WeighOptions = {},
): string {
  return problemReport(weigh(classifier, instance, options), style);
}

/** How long a report may take: `share` says to stop when part of the time that is left is over. */
export interface Patience {
  share(part: number): Signal;
}

const ENDLESS: Patience = { share: () => ({ aborted: false }) };

/** The same for an instance that has been weighed. What is not known when the time is over is said. */
export function problemReport(
  problem: Problem,
  style: ReportStyle = PLAIN,
  patience: Patience = ENDLESS,
): string {
  const known = smallestKnown(problem, { budget: { signal: patience.share(1 / 4) } });
  const parts = [
    decision(problem, style),
    ...takenAsGiven(problem, style),
    ...(problem.classifier.classes.length === 2 ? [worth(problem, style)] : []),
    why(problem, known, style, patience),
    change(problem, style, patience.share(1)),
    proof(problem, known, style),
  ];
  return `${parts.join('\n\n')}\n`;
}

function decision(problem: Problem, style: ReportStyle): string {
  const { classifier } = problem;
  const prediction = predictionOf(problem);
  const { class: name, margin, rival, tie, doubtful } = prediction;
  const standing = standingText(classifier, {
    class: name,
    margin: String(margin),
    ...standingOf(classifier, prediction),
  });
  const lead = `ahead of ${rival} by ${inUnit(shortNumber(margin), classifier.unit)}`;
  const tied = `a tie with ${rival}, decided by the tie rule`;
  // Points and the tie rule say it all; a probability leaves open what values are worth.
  const parts =
    standing === undefined
      ? [tie ? tied : lead]
      : [standing, ...(tie ? [] : classifier.unit === 'points' ? [] : [lead])];
  const warning = doubtful
    ? '\n  Careful: this is within the rounding noise of the model’s own arithmetic.'
    : '';
  const missing = missingTexts(missingIn(problem)).map((text) => `\n  ${text}`);
  return `${style.heading('Decision')}\n  ${style.strong(name)}, ${parts.join('; ')}.${warning}${missing.join('')}`;
}

/** Over a narrowed space all that follows is true of that space only. */
function takenAsGiven(problem: Problem, style: ReportStyle): string[] {
  const list = given(problem, FEW);
  if (list.length === 0) return [];
  return [[style.heading('Given that'), ...list.map((part) => `  ${part}`)].join('\n')];
}

/** Two classes: each drop as a bar, against what an explanation must exceed. */
function worth(problem: Problem, style: ReportStyle): string {
  const { unit } = problem.classifier;
  const [{ margin, drops: list, winsTies, exact }] = drops(problem);
  const order = [...list.keys()].sort(byDrop(exact.drops));
  const shown = order.slice(0, VALUES);
  const most = list.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), 0);
  const rows = shown.map((i) => [literal(problem, i, FEW), amount(list[i]), bar(list[i], most, BAR)]);
  const total = exact.drops.reduce<bigint>((sum, drop) => sum + (drop === 'endless' ? 0n : drop), 0n);
  const threshold = total - exact.margin;
  const needed = exact.drops.includes('endless')
    ? 'all values that are worth endlessly much must be held'
    : threshold < 0n || (threshold === 0n && winsTies)
      ? 'nothing needs to be held'
      : `held values must be worth ${winsTies ? 'at least' : 'more than'} ${amount(inScores(threshold, exact))} together`;
  return [
    `${style.heading('What each value is worth')} ${style.faint(`(how far the lead can drop if only this changes${unit === 'score' ? '' : `, in ${inUnit('', unit)}`})`)}`,
    ...aligned(rows, [1]).map((line) => `  ${line}`),
    ...(order.length > shown.length
      ? [`  … and ${order.length - shown.length} more, each worth no more`]
      : []),
    style.faint(`  lead ${amount(margin)}; ${needed}`),
    ...(list.length === 0 ? ['  (no features)'] : []),
  ].join('\n');
}

function amount(x: number): string {
  return x === Number.POSITIVE_INFINITY ? 'endless' : shortNumber(x);
}

function why(
  problem: Problem,
  { features: best, complete: proved, atLeast }: KnownSmallest,
  style: ReportStyle,
  patience: Patience,
): string {
  const { count, complete } = tally(problem, {
    limit: COUNTED,
    budget: listBudget(problem, patience.share(1 / 3)),
  });
  const lines = [
    `${style.heading('Why?')} ${style.faint('a smallest set of values that fixes the decision, whatever the others are')}`,
    `  ${style.strong(rule(problem, best, FEW))}`,
  ];
  if (!proved)
    lines.push(`  It is the smallest one found; a smaller one would have at least ${atLeast} values.`);
  const total = count === 0 && !complete ? 'an unknown number of' : `${complete ? '' : 'more than '}${count}`;
  const few = Array.from(
    enumerate(problem, {
      order: 'size',
      limit: SHOWN,
      budget: listBudget(problem, patience.share(1 / 2)),
    }),
    ({ features }) => features,
  );
  const heading = few.length === 0 ? '.' : count <= SHOWN && complete ? ':' : '; the smallest are:';
  const only = count === 1 && complete;
  lines.push(only ? '  It is the only explanation.' : `  One of ${total} explanations${heading}`);
  if (!only) {
    for (const set of few) lines.push(`    ${literals(problem, set)}`);
    const always = necessary(problem);
    if (always.length > 0) lines.push(`  In every one of them: ${literals(problem, always)}`);
  }
  return lines.join('\n');
}

function change(problem: Problem, style: ReportStyle, signal: Signal): string {
  const heading = `${style.heading('What would change it?')} ${style.faint('smallest sets of features whose change alone can')}`;
  const lines: string[] = [];
  const running = enumerate(problem, {
    kind: 'cxp',
    order: 'size',
    limit: SHOWN,
    budget: listBudget(problem, signal),
  });
  for (const { features } of running) {
    const moved = counterfactual(problem, features);
    const to =
      moved === undefined
        ? ''
        : ` → ${changeLiterals(problem, moved, undefined, FEW).join(', ')}: ${style.strong(moved.class)}${moved.doubtful ? ' (within rounding noise)' : ''}`;
    lines.push(`  ${features.map((i) => ownText(problem, i)).join(', ')}${to}`);
  }
  if (lines.length === 0)
    lines.push(
      running.complete
        ? '  Nothing: the class is the same for every case.'
        : '  Not known: the search was ended before it had found anything.',
    );
  return [heading, ...lines].join('\n');
}

function proof(problem: Problem, { features }: KnownSmallest, style: ReportStyle): string {
  const certificate = certify(problem, features);
  const { valid, reason } = verify(certificate, additiveForm(problem.classifier));
  const claim =
    certificate.claim === 'smallest' ? 'no smaller set does' : 'none of these values can be left out';
  const outcome = valid
    ? `Checked in exact arithmetic, without the search that found it: the rule holds, and ${claim}.`
    : `NOT confirmed: ${reason}`;
  return `${style.heading('Proof')}\n  ${outcome}`;
}

function literals(problem: Problem, features: readonly number[]): string {
  return features.map((i) => literal(problem, i, FEW)).join(' AND ');
}
