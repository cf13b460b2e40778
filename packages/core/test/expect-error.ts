// One way to check an error: its class, all four machine-readable fields, and a message made of them.
import { expect } from 'vitest';
import type { XpxlcError } from '../src/errors.ts';

export interface ExpectedError {
  readonly code: string;
  readonly place?: string;
  readonly expected?: string;
  readonly got?: string;
}

/** Expects `act` to throw an error of the given class with exactly these details. */
export function expectError(
  act: () => unknown,
  type: new (...args: never[]) => XpxlcError,
  { code, place, expected, got }: ExpectedError,
): void {
  let caught: unknown;
  try {
    act();
  } catch (error) {
    caught = error;
  }
  expect(caught, 'nothing was thrown').toBeInstanceOf(type);
  const error = caught as XpxlcError;
  expect({ code: error.code, place: error.place, expected: error.expected, got: error.got }).toEqual({
    code,
    place,
    expected,
    got,
  });
  expect(error.name).toBe(type.name);
  for (const part of [place, expected, got]) if (part !== undefined) expect(error.message).toContain(part);
}
