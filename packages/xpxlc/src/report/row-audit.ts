// Do protected features play a part in one decision? In a sentence.
import { literal } from '@xpxlc/core';
import { listed } from '../components/words.ts';
import type { Decision } from '../decision/decision.ts';
import { READABLE } from '../terminal/readable.ts';

/** @param names - of the protected features; nothing is said where there are none. */
export function rowAudit(decision: Decision, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const one = names.length === 1;
  const any = one ? names[0] : `any of ${listed(names)}`;
  const { verdict, avoiding = [] } = decision.audit(names) ?? {};
  if (verdict === undefined)
    return `Whether explanations of this decision use ${any} could not be decided within the limits.`;
  if (verdict === 'none') return `No explanation of this decision uses ${any}.`;
  if (verdict === 'all')
    return `Every explanation of this decision uses ${one ? any : `at least one of ${listed(names)}`}.`;
  const other = avoiding.map((i) => literal(decision.problem, i, READABLE));
  return `Some explanations of this decision use ${any}; others do without, such as: ${listed(other)}.`;
}
