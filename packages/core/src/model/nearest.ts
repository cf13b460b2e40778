// Which name was meant? For messages: "did you mean".

/** Names that are looked at. */
const MOST = 10_000;

/**
 * The name that looks most alike, if any looks alike: the same but for case and white space, or a few letters off.
 *
 * @example
 * ```ts
 * import { nearest } from '@xpxlc/core';
 * nearest('Incom', ['age', 'income']); // => 'income'
 * ```
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_.-]+/g, '');
  const wanted = plain(name);
  const same = candidates.find((candidate) => plain(candidate) === wanted);
  if (same !== undefined) return same;
  const most = Math.floor(wanted.length / 3);
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > most + 2) continue;
    const distance = editDistance(wanted, plain(candidate));
    if (distance <= most && (best === undefined || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
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
  const near = candidates.length > MOST ? undefined : nearest(name, candidates);
  return near === undefined ? {} : { hint: `did you mean '${near}'?` };
}
