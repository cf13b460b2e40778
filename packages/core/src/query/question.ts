// Which explanations a question is about, checked at its door: their kind, and where contrasts lead.
import { InstanceError, show } from '../errors.ts';
import type { Problem } from '../model/prepared.ts';
import { chooseTarget } from '../search/towards.ts';
import { checkKind, type Kind } from '../weigh/cover.ts';
import { toWeighed, type Weighed } from '../weigh/problem.ts';
import type { Target } from '../weigh/target.ts';

/** Which explanations. */
export interface Question {
  /** `'axp'` (default): sufficient reasons. `'cxp'`: contrasts, sets whose change can change the class. */
  readonly kind?: Kind;
}

/** Which explanations; of contrasts also where they lead. */
export interface TargetedQuestion extends Question {
  /** Contrasts only: sets whose change can make this class win (by name or position). */
  readonly target?: string | number;
}

/** A question whose words are known to be right. */
export interface Asked {
  readonly problem: Weighed;
  readonly kind: Kind;
  /** Undefined also where the chosen class is the only other one: then every contrast leads there. */
  readonly target: Target | undefined;
}

/**
 * The question as the engine knows it.
 *
 * @throws {InstanceError} `bad-problem` when `weigh` has not made the problem.
 * @throws {InstanceError} `bad-option` for an unknown kind, and for `target` of explanations, where it would mean nothing;
 * `unknown-class`, or `already-there` for the predicted class.
 */
export function toAsked(problem: Problem, question: TargetedQuestion = {}): Asked {
  const { kind = 'axp', target } = question;
  const weighed = toWeighed(problem);
  checkKind(kind);
  // Release 0.1 had it here. To ignore it would answer another question.
  if ('fixed' in question) throw moved(question.fixed);
  if (target !== undefined) contrastsOnly(kind, 'target');
  return {
    problem: weighed,
    kind,
    target: target === undefined ? undefined : chooseTarget(weighed, target),
  };
}

function contrastsOnly(kind: Kind, place: string): void {
  if (kind === 'cxp') return;
  throw new InstanceError('an option of contrasts only', {
    code: 'bad-option',
    place,
    expected: "kind 'cxp'",
    got: show(kind),
  });
}

function moved(fixed: unknown): InstanceError {
  return new InstanceError('no longer an option of a question', {
    code: 'bad-option',
    place: 'fixed',
    expected: "weigh(classifier, instance, { within: { features: { name: 'fixed' } } })",
    got: show(fixed),
  });
}
