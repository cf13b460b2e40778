// Explanations one after the other: found, counted, printed (-w), until there are no more, enough (-n), or a signal.
import type { Counts } from './counts.ts';
import type { Output } from './io.ts';
import type { LinePrinter } from './line-printer.ts';
import type { OrderedSearch } from './search.ts';

/** Sets found at a time: one at first, so that the first line comes at once. */
const MOST_AT_ONCE = 4096;
/** Milliseconds between two looks at the world: what is printed goes out, signals come in. */
const TURN = 50;

export interface Listing {
  readonly search: OrderedSearch;
  /** Stop after so many. */
  readonly limit: number;
  readonly counts?: Counts | undefined;
  readonly printer?: LinePrinter | undefined;
  /** Text behind the beginning of a line, from the mask. */
  readonly note?: ((masks: Int32Array, at: number) => string) | undefined;
  readonly output: Output;
  /** Let the world in and say whether to go on; without it nothing can end the run early. */
  readonly goOn?: (() => Promise<boolean>) | undefined;
}

/** List; false when a signal ended it. */
export async function list(listing: Listing): Promise<boolean> {
  const { search, limit, counts, printer, output, goOn } = listing;
  const { words } = search;
  const masks = new Int32Array(MOST_AT_ONCE * words);
  const sizes = new Int32Array(MOST_AT_ONCE);
  const note = listing.note && ((set: number) => listing.note?.(masks, set * words) ?? '');
  let left = limit;
  let batch = 1;
  let looked = performance.now();
  const flush = async (): Promise<void> => {
    const bytes = printer?.take();
    if (bytes !== undefined && bytes.length > 0) await output.write(bytes);
  };
  let going = (await goOn?.()) ?? true;
  while (going && left > 0 && !search.ended) {
    const count = search.fill(masks, sizes, Math.min(batch, left));
    left -= count;
    batch = Math.min(2 * batch, MOST_AT_ONCE);
    counts?.add(masks, sizes, count);
    if (printer !== undefined) {
      let set = printer.print(masks, sizes, 0, count, note);
      while (set < count) {
        await flush();
        set = printer.print(masks, sizes, set, count, note);
      }
    }
    const now = performance.now();
    if (now - looked < TURN) continue;
    await flush();
    going = (await goOn?.()) ?? true;
    looked = now;
  }
  await flush();
  return going;
}
