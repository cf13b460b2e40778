// All that is said of one case at once: the decision, why, what would change it, whether ticked features suffice. Fast enough to follow
// a slider.
import {
  type Classifier,
  type Counterfactual,
  check,
  given,
  inflate,
  literal,
  type Problem,
  shortNumber,
  type Value,
  weigh,
  wideLiteral,
} from '@xpxlc/core';
import {
  type Contrasts,
  changeOf,
  contrastWords,
  contributionsOf,
  Decision,
  dropBarOf,
  inUnit,
  missingIn,
  missingTexts,
  READABLE,
  standingParts,
} from 'xpxlc/view';
import { deadline } from './deadline.ts';
import type {
  Case,
  CaseAnswer,
  CaseQuestion,
  Contrast,
  DecisionAnswer,
  HeldAnswer,
  Reason,
} from './messages.ts';

/** Contrasts shown. */
const CONTRASTS = 8;
/** For the explanation, and for contrasts, in milliseconds: the proof that none is smaller may take long, with many classes. */
const PATIENCE = 250;

export function answerCase(classifier: Classifier, question: CaseQuestion): CaseAnswer {
  const { values, movable, target, held } = question;
  const problem = weigh(classifier, values);
  const narrow =
    Object.keys(movable).length > 0 ? weigh(classifier, values, { within: { features: movable } }) : problem;
  const decision = new Decision(narrow, () => ({ signal: deadline(PATIENCE) }), problem);
  return {
    decision: decisionOf(decision.whole),
    reason: reasonOf(decision.whole),
    drops: dropBarOf(problem, decision.whole.reason().features),
    contributions: contributionsOf(problem),
    ...contrastsOf(decision, target),
    given: given(narrow, READABLE),
    ...(held.length === 0 ? {} : { heldAnswer: heldAnswerOf(problem, held) }),
  };
}

function decisionOf(decision: Decision): DecisionAnswer {
  const { problem } = decision;
  const { class: name, classIndex, margin, rival, tie, doubtful, probabilities } = decision.outcome();
  const [standing] = standingParts(decision);
  return {
    class: name,
    classIndex,
    standing,
    margin: inUnit(shortNumber(margin), problem.classifier.unit),
    rival,
    tie,
    doubtful,
    probabilities,
    missing: missingTexts(missingIn(problem)),
  };
}

function reasonOf(decision: Decision): Reason {
  const { problem } = decision;
  const { features, complete, atLeast } = decision.reason();
  return {
    features,
    literals: features.map((i) => literal(problem, i, READABLE)),
    wide: inflate(problem, features).map((part) => wideLiteral(problem, part, READABLE)),
    ...(complete ? {} : { atLeast }),
  };
}

function contrastsOf(
  decision: Decision,
  target: string | undefined,
): Pick<CaseAnswer, 'contrasts' | 'complete' | 'none'> {
  const { problem } = decision;
  if (target === problem.class) return { contrasts: [], complete: true, none: `It is ${target} already.` };
  const { list, complete } = decision.contrasts(CONTRASTS, target);
  if (list.length > 0) return { contrasts: list.map((one) => contrastOf(problem, one)), complete };
  const goal = target === undefined ? 'the decision' : `it to ${target}`;
  const none = complete
    ? `Nothing that may change can change ${goal}.`
    : `Nothing was found in time that changes ${goal}.`;
  return { contrasts: [], complete, none };
}

function contrastOf(problem: Problem, contrast: Contrasts['list'][number]): Contrast {
  const { features, changed } = contrast;
  const words = contrastWords(problem, contrast);
  if (changed === undefined) return { features, ...words };
  return {
    features,
    ...words,
    values: caseOf(problem.classifier, changed),
    view: changeOf(problem, changed),
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
