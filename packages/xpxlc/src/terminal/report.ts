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
  literal,
  necessary,
  type Problem,
  predict,
  rule,
  smallest,
  tally,
  verify,
  type WeighOptions,
  weigh,
} from '@xpxlc/core';
import { assigned } from './assigned.ts';
import { aligned, bar } from './bars.ts';

/** How a report marks its parts; the default leaves text as it is. */
export interface ReportStyle {
  readonly heading: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

const PLAIN: ReportStyle = { heading: (text) => text, strong: (text) => text, faint: (text) => text };

/** What a lead counts; a score counts itself. */
const UNITS = {
  nats: ' (natural-log units)',
  bits: ' (powers of two)',
  points: ' points',
  score: '',
} as const;

/** Explanations shown at most. */
const SHOWN = 8;
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
  const problem = weigh(classifier, instance, options);
  const parts = [
    decision(classifier, instance, style),
    ...takenAsGiven(problem, style),
    ...(classifier.classes.length === 2 ? [worth(problem, style)] : []),
    why(problem, style),
    change(problem, style),
    proof(problem, style),
  ];
  return `${parts.join('\n\n')}\n`;
}

function decision(classifier: Classifier, instance: Instance, style: ReportStyle): string {
  const { class: name, margin, rival, tie, doubtful } = predict(classifier, instance);
  const lead = tie
    ? `a tie with ${rival}, decided by the tie rule`
    : `ahead of ${rival} by ${number(margin)}${UNITS[classifier.unit]}`;
  const warning = doubtful
    ? '\n  Careful: this is within the rounding noise of the model’s own arithmetic.'
    : '';
  return `${style.heading('Decision')}\n  ${style.strong(name)}, ${lead}.${warning}`;
}

/** Over a narrowed space all that follows is true of that space only. */
function takenAsGiven(problem: Problem, style: ReportStyle): string[] {
  const list = given(problem);
  if (list.length === 0) return [];
  return [[style.heading('Given that'), ...list.map((part) => `  ${part}`)].join('\n')];
}

/** Two classes: each drop as a bar, against what an explanation must exceed. */
function worth(problem: Problem, style: ReportStyle): string {
  const [{ margin, drops: list, winsTies }] = drops(problem);
  const threshold = list.reduce((a, b) => a + b, 0) - margin;
  const order = [...list.keys()].sort((i, j) => list[j] - list[i] || i - j);
  const rows = order.map((i) => [literal(problem, i), number(list[i]), bar(list[i], Math.max(...list), BAR)]);
  const needed =
    threshold < 0
      ? 'nothing needs to be held'
      : `held features must add up to ${winsTies ? 'at least' : 'more than'} ${number(threshold)}`;
  return [
    `${style.heading('What each value is worth')} ${style.faint('(how far the lead can drop if only this changes)')}`,
    ...aligned(rows, [1]).map((line) => `  ${line}`),
    style.faint(`  lead ${number(margin)}; ${needed}`),
    ...(list.length === 0 ? ['  (no features)'] : []),
  ].join('\n');
}

function why(problem: Problem, style: ReportStyle): string {
  const best = smallest(problem);
  const { count, complete } = tally(problem, { limit: COUNTED });
  const lines = [
    `${style.heading('Why?')} ${style.faint('a smallest set of values that fixes the decision, whatever the others are')}`,
    `  ${style.strong(rule(problem, best))}`,
  ];
  const total = `${complete ? '' : 'more than '}${count}`;
  lines.push(
    count === 1
      ? '  It is the only explanation.'
      : `  One of ${total} explanations${count <= SHOWN && complete ? ':' : '; the smallest are:'}`,
  );
  if (count > 1) {
    for (const set of enumerate(problem, { order: 'size', limit: SHOWN }))
      lines.push(`    ${literals(problem, set.features)}`);
    const always = necessary(problem);
    if (always.length > 0) lines.push(`  In every one of them: ${literals(problem, always)}`);
  }
  return lines.join('\n');
}

function change(problem: Problem, style: ReportStyle): string {
  const heading = `${style.heading('What would change it?')} ${style.faint('smallest sets of features whose change alone can')}`;
  const lines: string[] = [];
  for (const { features } of enumerate(problem, { kind: 'cxp', order: 'size', limit: SHOWN })) {
    const moved = counterfactual(problem, features);
    const to =
      moved === undefined
        ? ''
        : ` → ${changeLiterals(problem, moved).join(', ')}: ${style.strong(moved.class)}${moved.doubtful ? ' (within rounding noise)' : ''}`;
    lines.push(`  ${features.map((i) => own(problem, i)).join(', ')}${to}`);
  }
  return [heading, ...(lines.length > 0 ? lines : ['  Nothing: the class is the same for every case.'])].join(
    '\n',
  );
}

function proof(problem: Problem, style: ReportStyle): string {
  const certificate = certify(problem, smallest(problem));
  const { valid, reason } = verify(certificate, additiveForm(problem.classifier));
  const outcome = valid
    ? `checked in exact arithmetic, without the search that found it: ${certificate.claim}`
    : `NOT confirmed: ${reason}`;
  return `${style.heading('Proof')}\n  ${outcome}`;
}

function literals(problem: Problem, features: readonly number[]): string {
  return features.map((i) => literal(problem, i)).join(' AND ');
}

/** `name = value` of the instance. */
function own({ classifier, values }: Problem, i: number): string {
  const feature = classifier.features[i];
  return assigned(feature.name, feature.kind === 'categorical' ? feature.values[values[i]] : values[i]);
}

/** Four significant digits are enough to read. */
function number(x: number): string {
  return Number.isInteger(x) ? String(x) : String(Number(x.toPrecision(4)));
}
