// One way to another decision, on a line.
import type { JSX } from 'preact';
import type { ContrastWords } from '../terminal/contrast-words.ts';
import { listed } from './words.ts';

/** @param names - of the features that change. */
export function ContrastText({
  contrast: { class: name, literals, doubtful },
  names,
}: {
  contrast: ContrastWords;
  names: readonly string[];
}): JSX.Element {
  if (name === undefined) return <>another decision with other {listed(names)}</>;
  return (
    <>
      <strong>{name}</strong> if {listed(literals)}
      {doubtful ? ' (within rounding noise)' : ''}
    </>
  );
}
