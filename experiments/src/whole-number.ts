// Numbers on the command line.
import { InvalidArgumentError } from 'commander';

/** Parses a whole number from 0 up, also written as 1e6. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < 0)
    throw new InvalidArgumentError('a whole number from 0 up is expected.');
  return number;
}
