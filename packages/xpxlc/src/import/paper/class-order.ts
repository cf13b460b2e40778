// Which class is class 0 of a file, and who wins a tie there?
import { FormatError } from '@xpxlc/core';
import { quoted } from './lines.ts';

/** Two classes, the chosen one first. */
export function inOrder(classes: readonly string[], first: string = classes[0]): readonly string[] {
  if (first === classes[0]) return classes;
  if (classes.length === 2 && first === classes[1]) return [classes[1], classes[0]];
  throw new FormatError('no such class to come first', {
    code: 'unknown-class',
    place: 'firstClass',
    expected: classes.length === 2 ? `'${classes[0]}' or '${classes[1]}'` : 'two classes',
    got: quoted(first),
  });
}

/** Two classes: the second wins ties; otherwise the lowest index does. */
export function tieOrderOf(classes: readonly string[]): readonly string[] {
  return classes.length === 2 ? [classes[1], classes[0]] : classes;
}
