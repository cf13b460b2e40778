// Everything but -c: explanations (-w), summary (-s), statistics (-t), in the original's order and words.
import { toBytes } from './bytes.ts';
import { Counts, statisticsText, summaryText } from './counts.ts';
import type { Output } from './io.ts';
import { type Layout, LinePrinter, layoutOf } from './line-printer.ts';
import { list } from './listing.ts';
import type { Options } from './options.ts';
import { fixed2, numberIn } from './perl-numbers.ts';
import type { LegacyCase } from './question.ts';
import { OrderedSearch } from './search.ts';

/** With `-C` up to so many explanations are counted without listening to signals: a fraction of a second. */
const COUNT_AT_ONCE = 1e7;
/** Characters of a number printed with `%.2f`, at most, and some. */
const NUMBER_ROOM = 320;

const SIGNAL_TEXT = '\nReceived system signal. Cleaning up & terminating...\n';

/** How and where to report. */
export interface Report {
  readonly options: Options;
  /** The program's name in capitals. */
  readonly title: string;
  readonly output: Output;
  /** Listen to signals; false when one came. Absent without `-C`. */
  readonly goOn: (() => Promise<boolean>) | undefined;
}

/** Report; false when a signal cut it short. */
export async function report(
  question: LegacyCase,
  { options, title, output, goOn }: Report,
): Promise<boolean> {
  const { flags, values } = options;
  const target = values.get('n');
  const heading = { title, target: target ?? 'all' };
  const layout = layoutOf(question.literals);
  const counts = new Counts(layout);
  const summary = (): string => (flags.has('s') ? summaryText(counts, heading, question.literals) : '');
  const statistics = (): string => (flags.has('t') ? statisticsText(counts, heading) : '');
  const counting = flags.has('s') || flags.has('t');
  const limit = limitOf(target);
  const writing = flags.has('w');
  if (!writing && !counting) return true;
  const counted =
    !writing &&
    limit === Number.POSITIVE_INFINITY &&
    counts.addAll(question.problem, goOn === undefined ? limit : COUNT_AT_ONCE);
  const done =
    counted ||
    (await list({
      search: toSearch(question, layout),
      limit,
      counts: counting ? counts : undefined,
      ...(writing ? printing(question, options, layout) : {}),
      output,
      goOn,
    }));
  // The original turns them around on a signal.
  const text = done ? summary() + statistics() : SIGNAL_TEXT + statistics() + summary();
  if (text !== '') await output.write(toBytes(text));
  return done;
}

/** After how many explanations to stop; the original stops when its count equals the number, else never. */
function limitOf(target: string | undefined): number {
  const { value } = numberIn(target ?? '');
  return Number.isSafeInteger(value) && value > 0 ? value : Number.POSITIVE_INFINITY;
}

function toSearch({ order, drops, threshold, forced }: LegacyCase, { bits, words }: Layout): OrderedSearch {
  return new OrderedSearch({ order, drops: order.map((i) => drops[i]), threshold, forced, bits, words });
}

function printing(
  { literals, drops, phi, toDouble }: LegacyCase,
  { flags, values }: Options,
  layout: Layout,
): { printer: LinePrinter; note?: (masks: Int32Array, at: number) => string } {
  const n = literals.length;
  if (!flags.has('v')) return { printer: new LinePrinter(literals, layout, () => 'Expl:') };
  if (!values.has('k'))
    return { printer: new LinePrinter(literals, layout, (size) => `Expl_(#${size}/${n}):`) };
  return {
    printer: new LinePrinter(literals, layout, (size) => `Expl_(#${size}/${n};W:`, NUMBER_ROOM),
    note: (masks, at) => {
      let left = phi;
      layout.bits.forEach((bit, i) => {
        if ((masks[at + (bit >> 5)] >>> (bit & 31)) & 1) left -= drops[i];
      });
      return `${fixed2(toDouble(left))}):`;
    },
  };
}
