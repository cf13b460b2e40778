// Which name was meant? For messages: "did you mean". A message may be made for every row of a table, and names may come from
// anywhere: the work for one is bounded.

/** Names that are looked at. */
const MOST = 10_000;
/** Longer names are not compared letter by letter. */
const LONGEST = 100;
/** How many letters are compared for one message: about a millisecond. */
const STEPS = 300_000;

/**
 * The name that looks most alike, if any looks alike: the same but for case and white space, or a few letters off. None for names of
 * more than 100 characters; beyond some hundred names of the same length only the first ones are compared letter by letter.
 *
 * @example
 * ```ts
 * import { nearest } from '@xpxlc/core';
 * nearest('Incom', ['age', 'income']); // => 'income'
 * ```
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const wanted = plain(name);
  const near = candidates.slice(0, MOST).filter(({ length }) => length <= LONGEST);
  const same = near.find((candidate) => plain(candidate) === wanted);
  if (same !== undefined) return same;
  const most = Math.floor(wanted.length / 3);
  let best: { candidate: string; distance: number } | undefined;
  let steps = 0;
  for (const candidate of near) {
    if (Math.abs(candidate.length - name.length) > most + 2) continue;
    steps += wanted.length * candidate.length;
    if (steps > STEPS) break;
    const distance = editDistance(wanted, plain(candidate));
    if (distance <= most && (best === undefined || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_.-]+/g, '');
}

/** Insertions, deletions and substitutions between two short texts (Wagner and Fischer). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}

/** A hint for an error about a name that is not there, if another one looks like it. */
export function didYouMean(name: string, candidates: readonly string[]): { readonly hint?: string } {
  const near = nearest(name, candidates);
  return near === undefined ? {} : { hint: `did you mean '${near}'?` };
}
