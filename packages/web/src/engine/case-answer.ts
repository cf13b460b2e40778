// All that is said of one case at once: the decision, why, what would change it, whether ticked features suffice. Fast enough to follow
// a slider.
import {
  type Classifier,
  type Counterfactual,
  changeLiterals,
  check,
  counterfactual,
  enumerate,
  given,
  inflate,
  type KnownSmallest,
  literal,
  type Problem,
  predictionOf,
  shortNumber,
  smallestKnown,
  type Value,
  weigh,
  wideLiteral,
} from '@xpxlc/core';
import {
  changeOf,
  contributionsOf,
  dropBarOf,
  inUnit,
  missingIn,
  missingTexts,
  standingOf,
  standingText,
} from 'xpxlc/view';
import { deadline } from './deadline.ts';
import type { Case, CaseAnswer, CaseQuestion, Contrast, Decision, HeldAnswer, Reason } from './messages.ts';

/** Contrasts shown. */
const CONTRASTS = 8;
/** For the explanation, and for contrasts, in milliseconds: the proof that none is smaller may take long, with many classes. */
const PATIENCE = 250;
const PLAIN = { digits: 'few', ranges: 'words' } as const;

export function answerCase(classifier: Classifier, question: CaseQuestion): CaseAnswer {
  const { values, movable, target, held } = question;
  const problem = weigh(classifier, values);
  const known = smallestKnown(problem, { budget: { signal: deadline(PATIENCE) } });
  const narrow =
    Object.keys(movable).length > 0 ? weigh(classifier, values, { within: { features: movable } }) : problem;
  return {
    decision: decisionOf(problem),
    reason: reasonOf(problem, known),
    drops: dropBarOf(problem, known.features),
    contributions: contributionsOf(problem),
    ...contrastsOf(narrow, target),
    given: given(narrow, PLAIN),
    ...(held.length === 0 ? {} : { heldAnswer: heldAnswerOf(problem, held) }),
  };
}

function decisionOf(problem: Problem): Decision {
  const { classifier } = problem;
  const prediction = predictionOf(problem);
  const { class: name, classIndex, margin, rival, tie, doubtful, probabilities } = prediction;
  const lead = inUnit(shortNumber(margin), classifier.unit);
  const standing = standingText(classifier, {
    class: name,
    margin: String(margin),
    ...standingOf(classifier, prediction),
  });
  return {
    class: name,
    classIndex,
    standing:
      standing ?? (tie ? `a tie with ${rival}, decided by the tie rule` : `ahead of ${rival} by ${lead}`),
    margin: lead,
    rival,
    tie,
    doubtful,
    probabilities,
    missing: missingTexts(missingIn(problem)),
  };
}

function reasonOf(problem: Problem, { features: set, complete, atLeast }: KnownSmallest): Reason {
  return {
    features: set,
    literals: set.map((i) => literal(problem, i, PLAIN)),
    wide: inflate(problem, set).map((part) => wideLiteral(problem, part, PLAIN)),
    ...(complete ? {} : { atLeast }),
  };
}

function contrastsOf(
  problem: Problem,
  target: string | undefined,
): Pick<CaseAnswer, 'contrasts' | 'complete' | 'none'> {
  if (target === problem.class) return { contrasts: [], complete: true, none: `It is ${target} already.` };
  const towards = { target };
  const running = enumerate(problem, {
    kind: 'cxp',
    order: 'size',
    limit: CONTRASTS,
    budget: { signal: deadline(PATIENCE) },
    ...towards,
  });
  const contrasts = Array.from(running, ({ features }) => contrastOf(problem, features, target));
  if (contrasts.length > 0) return { contrasts, complete: running.complete };
  const goal = target === undefined ? 'the decision' : `it to ${target}`;
  const none = running.complete
    ? `Nothing that may change can change ${goal}.`
    : `Nothing was found in time that changes ${goal}.`;
  return { contrasts, complete: running.complete, none };
}

function contrastOf(problem: Problem, features: readonly number[], target: string | undefined): Contrast {
  const moved = counterfactual(problem, features, { target });
  if (moved === undefined) {
    const literals = features.map((i) => `another ${problem.classifier.features[i].name}`);
    return { features, class: target ?? 'another class', literals, doubtful: true };
  }
  return {
    features,
    class: moved.class,
    literals: changeLiterals(problem, moved, undefined, PLAIN),
    values: caseOf(problem.classifier, moved),
    doubtful: moved.doubtful,
    view: changeOf(problem, moved),
  };
}

function heldAnswerOf(problem: Problem, held: readonly number[]): HeldAnswer {
  const { holds, minimal, redundant, counterexample, repaired } = check(problem, held);
  return {
    holds,
    minimal,
    redundant,
    counterexample: counterexample && {
      class: counterexample.class,
      values: caseOf(problem.classifier, counterexample),
      changed: counterexample.changed,
    },
    repaired,
  };
}

/** The values of an instance, in the order of the features. */
function caseOf({ features }: Classifier, { instance }: Counterfactual): Case {
  return features.map(({ name }): Value => instance[name]);
}
