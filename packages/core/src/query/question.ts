// Which explanations a question is about, checked at its door: their kind, what cannot change, where contrasts lead.
import { InstanceError, show } from '../errors.ts';
import { type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { chooseTarget } from '../search/towards.ts';
import { checkKind, type Kind } from '../weigh/cover.ts';
import { toWeighed, type Weighed } from '../weigh/problem.ts';
import type { Target } from '../weigh/target.ts';

/** Which explanations. */
export interface Question {
  /** `'axp'` (default): sufficient reasons. `'cxp'`: contrasts, sets whose change can change the class. */
  readonly kind?: Kind;
  /** Features that cannot change. Contrasts only: for explanations it is refused. */
  readonly fixed?: Features;
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
  /** Positions; none for explanations. */
  readonly fixed: ReadonlySet<number>;
  /** Undefined also where the chosen class is the only other one: then every contrast leads there. */
  readonly target: Target | undefined;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * The question as the engine knows it.
 *
 * @throws {InstanceError} `bad-problem` when `weigh` has not made the problem.
 * @throws {InstanceError} `bad-option` for an unknown kind, and for `fixed` or `target` of explanations, where they would mean nothing;
 * `unknown-feature`; `unknown-class`, or `already-there` for the predicted class.
 */
export function toAsked(
  problem: Problem,
  { kind = 'axp', fixed = [], target }: TargetedQuestion = {},
): Asked {
  const weighed = toWeighed(problem);
  checkKind(kind);
  if (fixed.length > 0) contrastsOnly(kind, 'fixed');
  if (target !== undefined) contrastsOnly(kind, 'target');
  return {
    problem: weighed,
    kind,
    fixed: fixed.length === 0 ? NONE : new Set(pick(weighed.classifier, fixed)),
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
