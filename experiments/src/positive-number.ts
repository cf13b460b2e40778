// An option that is a number above 0.
import { InvalidArgumentError } from 'commander';

export function positiveNumber(text: string): number {
  const number = Number(text);
  if (!(number > 0 && number < Number.POSITIVE_INFINITY))
    throw new InvalidArgumentError('a number above 0 is expected.');
  return number;
}
