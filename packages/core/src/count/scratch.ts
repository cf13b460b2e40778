// Memory for lists that live for a moment only, used again: fresh memory costs as much time as what is done with it.
// What is kept for the next count is limited.

/** Numbers kept between counts at most, all together (64 MiB) and in one list (32 MiB). */
const MOST_KEPT = 2 ** 23;
const LONGEST_KEPT = 2 ** 22;
/** Shorter lists are not worth keeping, nor are many: each is looked at when one is wanted. */
const SHORTEST_KEPT = 2 ** 12;
const MOST_LISTS = 64;

const kept: Float64Array[] = [];
let size = 0;

/** Room for so many numbers, of any content. */
export function take(length: number): Float64Array {
  if (length < SHORTEST_KEPT) return new Float64Array(length);
  // The smallest that is large enough, unless it is far too large.
  let best = -1;
  for (let x = 0; x < kept.length; x++) {
    const fits = kept[x].length >= length && kept[x].length <= 4 * length;
    if (fits && (best < 0 || kept[x].length < kept[best].length)) best = x;
  }
  if (best < 0) return new Float64Array(length);
  const [found] = kept.splice(best, 1);
  size -= found.length;
  return found;
}

/** Give room back; nobody may use it any more. The smallest are let go first. */
export function release(numbers: Float64Array): void {
  const whole = new Float64Array(numbers.buffer as ArrayBuffer);
  if (whole.length < SHORTEST_KEPT || whole.length > LONGEST_KEPT) return;
  kept.push(whole);
  size += whole.length;
  while (size > MOST_KEPT || kept.length > MOST_LISTS) {
    const least = kept.reduce((a, b) => (b.length < a.length ? b : a));
    kept.splice(kept.indexOf(least), 1);
    size -= least.length;
  }
}
