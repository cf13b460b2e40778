import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinePrinter, layoutOf } from '../../../src/cli/legacy/line-printer.ts';

/** Print sets with the printer, taking the bytes away when it is full. */
function printed(
  literals: readonly string[],
  sets: readonly (readonly number[])[],
  head: (size: number) => string = () => 'Expl:',
  note?: (set: number) => string,
): string {
  const layout = layoutOf(literals);
  const masks = new Int32Array(sets.length * layout.words);
  sets.forEach((set, s) => {
    for (const i of set) masks[s * layout.words + (layout.bits[i] >> 5)] |= 1 << (layout.bits[i] & 31);
  });
  const sizes = Int32Array.from(sets, (set) => set.length);
  const printer = new LinePrinter(literals, layout, head, 10);
  let text = '';
  for (let at = 0; at < sets.length; ) {
    at = printer.print(masks, sizes, at, sets.length, note);
    text += Buffer.from(printer.take()).toString('latin1');
  }
  return text;
}

/** The same, plainly. */
function plainly(literals: readonly string[], sets: readonly (readonly number[])[]): string {
  return sets
    .map(
      (set) =>
        `Expl: ${set
          .map((i) => literals[i])
          .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
          .join(' ')}\n`,
    )
    .join('');
}

describe('the printer', () => {
  it('puts literals in the order of their bytes', () => {
    expect(printed(['v2=0', 'v10=1', "'a b'=x", 'B=y', 'a=z'], [[0, 1, 2, 3, 4], [1, 0], [3]])).toBe(
      "Expl: 'a b'=x B=y a=z v10=1 v2=0\nExpl: v10=1 v2=0\nExpl: B=y\n",
    );
  });

  it('ends the line of the empty set with a blank', () => {
    expect(printed(['a=0'], [[], [0]])).toBe('Expl: \nExpl: a=0\n');
    expect(printed([], [[]])).toBe('Expl: \n');
  });

  it('puts in front what it is told, by size and by set', () => {
    expect(
      printed(
        ['a=0', 'b=1'],
        [[0], [0, 1]],
        (size) => `Expl_(#${size}/2;W:`,
        (set) => `${set}.00):`,
      ),
    ).toBe('Expl_(#1/2;W:0.00): a=0\nExpl_(#2/2;W:1.00): a=0 b=1\n');
  });

  it('prints any sets of any literals as one would by hand', () => {
    const literal = fc.string({
      unit: fc.integer({ min: 33, max: 255 }).map((c) => String.fromCharCode(c)),
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        fc
          .array(literal, { minLength: 1, maxLength: 70 })
          .chain((literals) =>
            fc.tuple(
              fc.constant(literals),
              fc.array(fc.subarray(literals.map((_, i) => i)), { minLength: 1, maxLength: 5 }),
            ),
          ),
        ([literals, sets]) => {
          expect(printed(literals, sets)).toBe(plainly(literals, sets));
        },
      ),
    );
  });

  it('keeps bytes that no UTF-8 text has', () => {
    const literals = [
      'a=\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff',
      'b=\xf4\x7f\xf1\xff\xf0\x7f\x01\xf8\x7f',
    ];
    expect(printed(literals, [[0, 1], [1]])).toBe(plainly(literals, [[0, 1], [1]]));
  });

  it('prints names of any length', () => {
    for (const length of [500, 20_000, 300_000]) {
      const literals = Array.from({ length: 35 }, (_, i) => `${'x'.repeat(length)}${i}=0`);
      const sets = [literals.map((_, i) => i), [3, 34]];
      expect(printed(literals, sets) === plainly(literals, sets)).toBe(true);
    }
  });

  it('prints more than its buffer holds', () => {
    const literals = Array.from({ length: 30 }, (_, i) => `feature${i}=value`);
    const sets = Array.from({ length: 3000 }, (_, s) =>
      literals.map((_, i) => i).filter((i) => (s >> (i % 12)) & 1),
    );
    expect(printed(literals, sets) === plainly(literals, sets)).toBe(true);
  });
});
