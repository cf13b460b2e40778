// The baseline: the paper's Algorithms 1–3 transcribed plainly, in doubles (pruning as its proof has it, not as printed:
// go on iff the rest can still exceed the threshold).
import type { Xlc } from './data.ts';

/** An instance ready to be searched. */
export interface Weighed {
  /** Features by non-increasing drop, and their drops. */
  readonly features: readonly number[];
  readonly delta: Float64Array;
  readonly phi: number;
}

/** Drops and threshold of an instance (paper, section 4). */
export function weighPlainly(
  { bias, tables }: Pick<Xlc, 'bias' | 'tables'>,
  values: readonly number[],
): Weighed {
  let score = bias;
  for (let i = 0; i < tables.length; i++) score += tables[i][values[i]];
  const sign = score > 0 ? 1 : -1;
  const drops = tables.map((table, i) => {
    let worst = Number.POSITIVE_INFINITY;
    for (const v of table) worst = Math.min(worst, sign * v);
    return sign * table[values[i]] - worst;
  });
  const features = drops.map((_, i) => i).sort((i, j) => drops[j] - drops[i]);
  const phi = drops.reduce((a, b) => a + b, 0) - Math.abs(score);
  return { features, delta: Float64Array.from(features, (i) => drops[i]), phi };
}

interface State {
  readonly features: readonly number[];
  readonly delta: Float64Array;
  /** Sums of the drops from each position on. */
  readonly rest: Float64Array;
  /** Per position: −1 unused, 0 picked, 1 skipped. */
  readonly flip: Int8Array;
  readonly xpl: number[];
  phi: number;
  idx: number;
}

function start({ features, delta, phi }: Weighed): State {
  const rest = new Float64Array(delta.length + 1);
  for (let i = delta.length - 1; i >= 0; i--) rest[i] = rest[i + 1] + delta[i];
  return { features, delta, rest, flip: new Int8Array(delta.length).fill(-1), xpl: [], phi, idx: -1 };
}

/** Algorithm 1: pick until the threshold is exceeded. */
function oneExplanation(s: State): void {
  while (s.phi >= 0) {
    s.idx += 1;
    s.flip[s.idx] = 0;
    s.phi -= s.delta[s.idx];
    s.xpl.push(s.features[s.idx]);
  }
}

/** Algorithm 3: back to a state from which there is another explanation; false when there is none. */
function enterValidState(s: State): boolean {
  while (s.phi < 0 || s.rest[s.idx + 1] <= s.phi) {
    while (s.idx >= 0 && s.flip[s.idx] === 1) {
      s.flip[s.idx] = -1;
      s.idx -= 1;
    }
    if (s.idx < 0) return false;
    s.xpl.pop();
    s.phi += s.delta[s.idx];
    s.flip[s.idx] = 1;
  }
  return true;
}

/** The smallest explanation, which Algorithm 1 finds first. */
export function smallestPlainly(weighed: Weighed): readonly number[] {
  const s = start(weighed);
  oneExplanation(s);
  return s.xpl;
}

/** A smallest contrast and where its features go: the heaviest drops until they reach the margin (ties go to the rival). */
export function contrastPlainly(
  { bias, tables }: Pick<Xlc, 'bias' | 'tables'>,
  values: readonly number[],
): { features: number[]; values: number[] } {
  const { features, delta, phi } = weighPlainly({ bias, tables }, values);
  let score = bias;
  for (let i = 0; i < tables.length; i++) score += tables[i][values[i]];
  let left = delta.reduce((sum, drop) => sum + drop, 0) - phi;
  const picked: number[] = [];
  for (let j = 0; j < features.length && left > 0; j++) {
    left -= delta[j];
    picked.push(features[j]);
  }
  const sign = score > 0 ? 1 : -1;
  const worst = picked.map((i) => {
    let at = 0;
    for (let v = 1; v < tables[i].length; v++) if (sign * tables[i][v] < sign * tables[i][at]) at = v;
    return at;
  });
  return { features: picked, values: worst };
}

/** Algorithm 2, reporting to counters: how many, how large, and how often each feature. */
export function tallyPlainly(
  weighed: Weighed,
  limit: number,
): { count: number; sizes: number[]; frequency: number[] } {
  const s = start(weighed);
  const frequency = new Array<number>(weighed.features.length).fill(0);
  const sizes = new Array<number>(weighed.features.length + 1).fill(0);
  let count = 0;
  do {
    oneExplanation(s);
    for (const feature of s.xpl) frequency[feature] += 1;
    sizes[s.xpl.length] += 1;
    count += 1;
  } while (count < limit && enterValidState(s));
  return { count, sizes, frequency };
}

/** The buffer of {@link masksPlainly}, made once: making it would take longer than filling it. */
let buffer = new Uint32Array(0);

/** Algorithm 2, reporting bit masks into a buffer that is used again when full; returns a checksum. */
export function masksPlainly(weighed: Weighed, limit: number): number {
  const s = start(weighed);
  const words = (weighed.features.length + 31) >> 5;
  if (buffer.length < 8192 * words) buffer = new Uint32Array(8192 * words);
  const masks = buffer.subarray(0, 8192 * words);
  let at = 0;
  let count = 0;
  do {
    oneExplanation(s);
    if (at === masks.length) at = 0;
    masks.fill(0, at, at + words);
    for (const feature of s.xpl) masks[at + (feature >> 5)] |= 1 << (feature & 31);
    at += words;
    count += 1;
  } while (count < limit && enterValidState(s));
  return count + masks[0];
}

/** Algorithm 2 as a generator of lists. */
export function* listPlainly(weighed: Weighed, limit: number): Generator<number[], void, undefined> {
  const s = start(weighed);
  let count = 0;
  do {
    oneExplanation(s);
    count += 1;
    yield s.xpl.slice();
  } while (count < limit && enterValidState(s));
}
