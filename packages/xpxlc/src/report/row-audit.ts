// Do protected features play a part in one decision? In a sentence.
import { audit, LimitError, literal, type Problem, type Signal } from '@xpxlc/core';
import { listed } from './words.ts';

/** @param names - of the protected features; none are asked about where there are none. @param signal - ends the search. */
export function rowAudit(problem: Problem, names: readonly string[], signal: Signal): string | undefined {
  if (names.length === 0) return undefined;
  const one = names.length === 1;
  const any = one ? names[0] : `any of ${listed(names)}`;
  try {
    const { verdict, avoiding = [] } = audit(problem, names, { budget: { signal } });
    if (verdict === 'none') return `No explanation of this decision uses ${any}.`;
    if (verdict === 'all')
      return `Every explanation of this decision uses ${one ? any : `at least one of ${listed(names)}`}.`;
    const other = avoiding.map((i) => literal(problem, i, { digits: 'few', ranges: 'words' }));
    return `Some explanations of this decision use ${any}; others do without, such as: ${listed(other)}.`;
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return `Whether explanations of this decision use ${any} could not be decided within the limits.`;
  }
}
