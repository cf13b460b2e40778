// One decision explained for a person at a terminal: what was decided, why, what would change it, and the proof.
import {
  type Classifier,
  changeLiterals,
  given,
  type Instance,
  inScores,
  literal,
  rule,
  type WeighOptions,
  weigh,
} from '@xpxlc/core';
import { Decision } from '../decision/decision.ts';
import { suffices } from '../decision/worths.ts';
import { aligned, bar } from './bars.ts';
import { missingIn, missingTexts } from './missing.ts';
import { ownText } from './own-text.ts';
import { proofText } from './proof-text.ts';
import { standingParts } from './standing.ts';
import { inUnit, worthText } from './unit.ts';

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
  return decisionReport(new Decision(weigh(classifier, instance, options)), style);
}

/** Parts that take time, for a patience that shares it out. */
export const TIMED_PARTS = 4;

/** The report of a decision. What is not known when the time is over is said. */
export function decisionReport(decision: Decision, style: ReportStyle = PLAIN): string {
  const parts = [
    outcome(decision, style),
    ...takenAsGiven(decision, style),
    ...(decision.problem.classifier.classes.length === 2 ? [worth(decision, style)] : []),
    why(decision, style),
    change(decision, style),
    `${style.heading('Proof')}\n  ${proofText(decision.proof())}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function outcome(decision: Decision, style: ReportStyle): string {
  const { class: name, doubtful } = decision.outcome();
  const warning = doubtful
    ? '\n  Careful: this is within the rounding noise of the model’s own arithmetic.'
    : '';
  const missing = missingTexts(missingIn(decision.problem)).map((text) => `\n  ${text}`);
  return `${style.heading('Decision')}\n  ${style.strong(name)}, ${standingParts(decision).join('; ')}.${warning}${missing.join('')}`;
}

/** Over a narrowed space all that follows is true of that space only. */
function takenAsGiven({ problem }: Decision, style: ReportStyle): string[] {
  const list = given(problem, FEW);
  if (list.length === 0) return [];
  return [[style.heading('Given that'), ...list.map((part) => `  ${part}`)].join('\n')];
}

/** Two classes: each drop as a bar, against what an explanation must exceed. */
function worth(decision: Decision, style: ReportStyle): string {
  const { problem } = decision;
  const { unit } = problem.classifier;
  const [against] = decision.worths();
  const { margin, drops: list, winsTies, exact, order, threshold } = against;
  const shown = order.slice(0, VALUES);
  const most = list.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), 0);
  const rows = shown.map((i) => [literal(problem, i, FEW), worthText(list[i]), bar(list[i], most, BAR)]);
  const needed = exact.drops.includes('endless')
    ? 'all values that are worth endlessly much must be held'
    : suffices(against, 0n)
      ? 'nothing needs to be held'
      : `held values must be worth ${winsTies ? 'at least' : 'more than'} ${worthText(inScores(threshold, exact))} together`;
  return [
    `${style.heading('What each value is worth')} ${style.faint(`(how far the lead can drop if only this changes${unit === 'score' ? '' : `, in ${inUnit('', unit)}`})`)}`,
    ...aligned(rows, [1]).map((line) => `  ${line}`),
    ...(order.length > shown.length
      ? [`  … and ${order.length - shown.length} more, each worth no more`]
      : []),
    style.faint(`  lead ${worthText(margin)}; ${needed}`),
    ...(list.length === 0 ? ['  (no features)'] : []),
  ].join('\n');
}

function why(decision: Decision, style: ReportStyle): string {
  const { problem } = decision;
  const { features: best, complete: proved, atLeast } = decision.reason();
  const { count, complete } = decision.tally(COUNTED);
  const literals = (set: readonly number[]): string => set.map((i) => literal(problem, i, FEW)).join(' AND ');
  const lines = [
    `${style.heading('Why?')} ${style.faint('a smallest set of values that fixes the decision, whatever the others are')}`,
    `  ${style.strong(rule(problem, best, FEW))}`,
  ];
  if (!proved)
    lines.push(`  It is the smallest one found; a smaller one would have at least ${atLeast} values.`);
  const total = count === 0 && !complete ? 'an unknown number of' : `${complete ? '' : 'more than '}${count}`;
  const { list } = decision.explanations(SHOWN);
  const heading = list.length === 0 ? '.' : count <= SHOWN && complete ? ':' : '; the smallest are:';
  const only = count === 1 && complete;
  lines.push(only ? '  It is the only explanation.' : `  One of ${total} explanations${heading}`);
  if (!only) {
    for (const set of list) lines.push(`    ${literals(set)}`);
    const always = decision.always();
    if (always.length > 0) lines.push(`  In every one of them: ${literals(always)}`);
  }
  return lines.join('\n');
}

function change(decision: Decision, style: ReportStyle): string {
  const { problem } = decision;
  const { list, complete } = decision.contrasts(SHOWN);
  const lines = list.map(({ features, changed }) => {
    const to =
      changed === undefined
        ? ''
        : ` → ${changeLiterals(problem, changed, undefined, FEW).join(', ')}: ${style.strong(changed.class)}${changed.doubtful ? ' (within rounding noise)' : ''}`;
    return `  ${features.map((i) => ownText(problem, i)).join(', ')}${to}`;
  });
  if (lines.length === 0)
    lines.push(
      complete
        ? '  Nothing: the class is the same for every case.'
        : '  Not known: the search was ended before it had found anything.',
    );
  const heading = `${style.heading('What would change it?')} ${style.faint('smallest sets of features whose change alone can')}`;
  return [heading, ...lines].join('\n');
}
