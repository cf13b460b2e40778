// Which explanations a question is about, checked at its door: their kind, what cannot change, where contrasts lead.
import { InstanceError, show } from '../errors.ts';
import { type Features, pick } from '../model/pick.ts';
import { chooseTarget } from '../search/towards.ts';
import { checkKind, type Kind } from '../weigh/cover.ts';
import type { Problem } from '../weigh/problem.ts';
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
  readonly kind: Kind;
  /** Positions; none for explanations. */
  readonly fixed: ReadonlySet<number>;
  /** Undefined also where the chosen class is the only other one: then every contrast leads there. */
  readonly target: Target | undefined;
}

const NONE: ReadonlySet<number> = new Set();

/** All explanations. */
export const REASONS: Asked = { kind: 'axp', fixed: NONE, target: undefined };

/**
 * The question in numbers.
 *
 * @throws {InstanceError} `bad-option` for an unknown kind, and for `fixed` or `target` of explanations, where they would mean nothing;
 * `unknown-feature`; `unknown-class`, or `already-there` for the predicted class.
 */
export function toAsked(problem: Problem, { kind = 'axp', fixed = [], target }: TargetedQuestion): Asked {
  checkKind(kind);
  if (fixed.length > 0) contrastsOnly(kind, 'fixed');
  if (target !== undefined) contrastsOnly(kind, 'target');
  return {
    kind,
    fixed: fixed.length === 0 ? NONE : new Set(pick(problem.classifier, fixed)),
    target: target === undefined ? undefined : chooseTarget(problem, target),
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
