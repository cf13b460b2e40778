// Damage done to a text or to bytes, as files suffer it: cut, doubled, swapped, overwritten, spliced with nonsense.
import fc from 'fast-check';

const NONSENSE = [
  '',
  ' ',
  '\n',
  '\0',
  '-',
  'e',
  '1e999',
  'NaN',
  '"',
  "'",
  ',',
  '{',
  '}',
  '[',
  ']',
  '9'.repeat(30),
  '\u{1f600}',
];

/** The text after one to four mutations. */
export function mutated(text: string): fc.Arbitrary<string> {
  const place = fc.nat(Math.max(text.length - 1, 0));
  const mutation = fc.record({
    at: place,
    length: fc.oneof(fc.nat(3), fc.nat(text.length)),
    to: place,
    kind: fc.nat(4),
    nonsense: fc.constantFrom(...NONSENSE),
  });
  return fc.array(mutation, { minLength: 1, maxLength: 4 }).map((mutations) =>
    mutations.reduce((now, { at, length, to, kind, nonsense }) => {
      const end = Math.min(at + length, now.length);
      const part = now.slice(at, end);
      if (kind === 0) return now.slice(0, at); // cut off
      if (kind === 1) return now.slice(0, at) + now.slice(end); // a piece is missing
      if (kind === 2) return now.slice(0, at) + nonsense + now.slice(end); // overwritten
      if (kind === 3) return now.slice(0, to) + part + now.slice(to); // a piece is there twice
      return now.slice(0, at) + nonsense + now.slice(at); // spliced
    }, text),
  );
}
