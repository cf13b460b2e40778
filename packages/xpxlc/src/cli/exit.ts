// How the program ends: its exit statuses, and errors that say "you called it wrongly".
import { XpxlcError } from '@xpxlc/core';
import { UsageError } from '../ask/usage-error.ts';

/** Exit statuses; part of the public contract. */
export const EXIT = {
  done: 0,
  /** The answer is "no": an explanation that is none, a certificate that does not hold. */
  no: 1,
  /** Wrong usage. */
  usage: 2,
  /** Bad input: a file that cannot be read, or some rows that failed. */
  badInput: 3,
  /** A mistake of ours. */
  internal: 4,
} as const;

export { UsageError };

/** An option that needs another one, or (`no …`, `without …`) cannot be combined with it. */
export function clash(place: string, expected: string): UsageError {
  const other = /^(?:no|without) (.*)$/s.exec(expected)?.[1];
  return new UsageError(other === undefined ? `needs ${expected}` : `cannot be combined with ${other}`, {
    place,
  });
}

/** The exit status an error stands for. */
export function statusOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  return error instanceof XpxlcError ? EXIT.badInput : EXIT.internal;
}
