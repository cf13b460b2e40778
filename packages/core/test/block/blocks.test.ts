// Blocks against exact integers row by row: every question, with and without the kernel, on fine grids and on coarse ones where much
// is in doubt.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockChanges } from '../../src/block/block-changes.ts';
import { type Block, ROW_STATUS } from '../../src/block/block-data.ts';
import { enumerateBlock } from '../../src/block/enumerate-block.ts';
import { explainBlock } from '../../src/block/explain-block.ts';
import { relevanceBlock } from '../../src/block/relevance-block.ts';
import { tallyBlock } from '../../src/block/tally-block.ts';
import { kernelFor, withoutKernel } from '../../src/kernel/load.ts';
import { decodeInstance } from '../../src/model/instance.ts';
import { linearModel } from '../../src/model/linear.ts';
import { counterfactual } from '../../src/query/counterfactual.ts';
import { enumerate, enumerateMasks } from '../../src/query/enumerate.ts';
import { predict } from '../../src/query/predict.ts';
import type { Reduced } from '../../src/reduce/classifier.ts';
import { DepthFirst } from '../../src/search/cover-search.ts';
import { listMask } from '../../src/search/feature-set.ts';
import { CoverSource } from '../../src/search/source.ts';
import { type Kind, toCover } from '../../src/weigh/cover.ts';
import { coarsen } from '../../src/weigh/sides.ts';
import { anyCase, type Case, neighbours } from '../arbitraries.ts';
import { reduce, weigh } from '../engine.ts';
import { matrix } from '../matrix.ts';
import { linear, sequence } from '../problems.ts';
import { atLeast, holds } from '../property.ts';

const kinds = fc.constantFrom<Kind>('axp', 'cxp');
const engines = { kernel: <T>(ask: () => T): T => ask(), script: withoutKernel };

interface Table {
  /** On a grid of its own, perhaps a coarse one. */
  readonly classifier: Reduced;
  /** The same model; questions about it are answered from integers. */
  readonly exact: Reduced;
  readonly rows: readonly (readonly number[])[];
}

/** A model, an instance of it and some that differ from it here and there. */
function tables(cases: fc.Arbitrary<Case>): fc.Arbitrary<Table> {
  return cases.chain((c) =>
    fc
      .tuple(fc.array(neighbours(c), { maxLength: 8 }), fc.constantFrom(51, 51, 20, 8, 5, 3))
      .map(([others, bits]) => {
        const classifier = reduce(c.model, { neverWins: 'allow' });
        const able =
          classifier.classes.length === 2 && classifier.terms.every(({ kind }) => kind === 'choice');
        if (able) coarsen(classifier, bits);
        return { classifier, exact: reduce(c.model, { neverWins: 'allow' }), rows: [c.instance, ...others] };
      }),
  );
}

function toBlock({ classifier, rows }: Table): Block {
  return {
    rows: rows.length,
    columns: classifier.features.map((_, i) => Float64Array.from(rows, (row) => row[i])),
  };
}

/** All sets of a row in the order of the search, from integers where there are two classes. */
function truth(exact: Reduced, row: readonly number[], kind: Kind): number[][] {
  const problem = weigh(exact, row);
  if (problem.rivals.length > 1) return Array.from(enumerate(problem, { kind }), (set) => [...set.features]);
  const cover = toCover(problem.rivals[0], kind);
  const source = new CoverSource(new DepthFirst(cover), cover.forced, row.length);
  const mask = new Uint32Array(source.words);
  const sets: number[][] = [];
  while (source.fill(mask, 1) === 1) sets.push(listMask(mask, 0, source.words));
  return sets;
}

const twoOfChoices = tables(anyCase({ classes: 2, maxFeatures: 8, tables: true }));
const anything = tables(anyCase({ maxFeatures: 5 }));

describe.each(Object.entries(engines))('blocks, %s', (_, engine) => {
  const law = (times: number, check: (table: Table, kind: Kind, most: number) => void): void => {
    for (const [of, count] of [
      [twoOfChoices, times],
      [anything, times / 4],
    ] as const)
      holds(count, of, kinds, fc.nat(9), (table, kind, most) => engine(() => check(table, kind, most)));
  };

  it('have a smallest set of every row', () => {
    law(300, (table, kind) => {
      const answer = explainBlock(table.classifier, toBlock(table), { kind });
      table.rows.forEach((row, r) => {
        const sets = truth(table.exact, row, kind);
        const least = sets.length === 0 ? 0 : Math.min(...sets.map((set) => set.length));
        const found = listMask(answer.masks, r * answer.words, answer.words);
        expect(answer.status[r]).toBe(ROW_STATUS.ok);
        expect(table.exact.classes[answer.classes[r]]).toBe(predict(table.exact, row).class);
        expect(answer.sizes[r]).toBe(least);
        expect(found).toHaveLength(least);
        if (sets.length > 0) expect(sets).toContainEqual(found);
      });
    });
  });

  it('list all sets of every row, in either order, up to a limit', () => {
    law(300, (table, kind, most) => {
      for (const order of ['search', 'size'] as const) {
        for (const limit of [most, 1000]) {
          const answer = enumerateBlock(table.classifier, toBlock(table), { kind, order, limit });
          table.rows.forEach((row, r) => {
            const sets = truth(table.exact, row, kind);
            // Sorting is stable: sets of one size stay in the order of the search.
            const ordered = order === 'size' ? sets.toSorted((a, b) => a.length - b.length) : sets;
            const found = Array.from({ length: answer.offsets[r + 1] - answer.offsets[r] }, (_, s) =>
              listMask(answer.masks, (answer.offsets[r] + s) * answer.words, answer.words),
            );
            if (order === 'search' || table.exact.classes.length === 2)
              expect(found).toEqual(ordered.slice(0, limit));
            else
              expect(found.map(({ length }) => length)).toEqual(
                ordered.slice(0, limit).map(({ length }) => length),
              );
            expect(answer.complete[r]).toBe(Number(sets.length <= limit));
          });
        }
      }
    });
  });

  it('count all sets of every row by size and feature, up to a limit', () => {
    law(300, (table, kind, most) => {
      for (const limit of [most, 4096]) {
        const answer = tallyBlock(table.classifier, toBlock(table), { kind, limit });
        const n = table.exact.features.length;
        table.rows.forEach((row, r) => {
          const all = truth(table.exact, row, kind);
          const sets = all.slice(0, limit);
          expect([answer.counts[r], answer.complete[r]]).toEqual([sets.length, Number(all.length <= limit)]);
          expect([...answer.frequency.subarray(r * n, (r + 1) * n)]).toEqual(
            row.map((_, i) => sets.filter((set) => set.includes(i)).length),
          );
          expect([...answer.sizes.subarray(r * (n + 1), (r + 1) * (n + 1))]).toEqual(
            Array.from({ length: n + 1 }, (_, k) => sets.filter((set) => set.length === k).length),
          );
        });
      }
    });
  });

  it('know what each contrast changes, as one by one', () => {
    let [changed, doubtful] = [0, 0];
    law(300, (table) => {
      const block = toBlock(table);
      const answer = explainBlock(table.classifier, block, { kind: 'cxp' });
      const { offsets, indices, values, ...changes } = blockChanges(table.classifier, block, answer);
      table.rows.forEach((row, r) => {
        const contrast = listMask(answer.masks, r * answer.words, answer.words);
        const alone = contrast.length === 0 ? undefined : counterfactual(weigh(table.exact, row), contrast);
        const places = Array.from({ length: offsets[r + 1] - offsets[r] }, (_, x) => offsets[r] + x);
        if (alone === undefined) {
          expect(places).toEqual([]);
          expect([changes.classes[r], changes.doubtful[r]]).toEqual([0, 0]);
          return;
        }
        changed += 1;
        doubtful += Number(alone.doubtful);
        expect(places.map((x) => indices[x])).toEqual(contrast);
        const { features, classes } = table.exact;
        const words = places.map((x) =>
          decodeInstance(features, Float64Array.from(row.with(indices[x], values[x]))),
        );
        expect(words.map((word, x) => word[features[contrast[x]].name])).toEqual(
          contrast.map((i) => alone.instance[features[i].name]),
        );
        expect([classes[changes.classes[r]], changes.doubtful[r]]).toEqual([
          alone.class,
          Number(alone.doubtful),
        ]);
      });
    });
    expect(changed).toBeGreaterThan(atLeast(500));
    expect(doubtful).toBeGreaterThan(atLeast(20));
  });

  it('know which features are in every explanation, and which in some', () => {
    law(300, (table) => {
      const answer = relevanceBlock(table.classifier, toBlock(table));
      const { words } = answer;
      table.rows.forEach((row, r) => {
        const sets = truth(table.exact, row, 'axp');
        const where = (test: (i: number) => boolean): number[] => row.map((_, i) => i).filter(test);
        expect(listMask(answer.necessary, r * words, words)).toEqual(
          where((i) => sets.every((set) => set.includes(i))),
        );
        expect(listMask(answer.relevant, r * words, words)).toEqual(
          where((i) => sets.some((set) => set.includes(i))),
        );
        expect(answer.decided[r]).toBe(1);
      });
    });
  });

  it.each([
    [33, 6],
    [64, 3],
    [70, 3],
    [12, 30],
  ])('are answered over many chunks: %i features', (n, values) => {
    const names = Array.from({ length: values }, (_, v) => `v${v}`);
    // A few heavy features decide; the others make masks wide and ranks many.
    const weights = Array.from({ length: n }, (_, i) =>
      sequence(i + 1, values, 100).map((w) => (w - 50) * (i % 9 === 0 ? 40 : 0.01)),
    );
    const classifier = reduce(
      linear(
        weights.map((_, i) => ({ name: `f${i}`, values: names })),
        weights,
        0.125,
      ),
    );
    const rows = 700;
    const columns = weights.map((_, i) => Uint8Array.from(sequence(300 + i, rows, values)));
    columns[1][400] = values;
    engine(() => {
      for (const kind of ['axp', 'cxp'] as const) {
        const block = { rows, columns };
        const listed = enumerateBlock(classifier, block, { kind, limit: 50 });
        const tallied = tallyBlock(classifier, block, { kind, limit: 50 });
        let sets = 0;
        for (let r = 0; r < rows; r++) {
          if (r === 400) {
            expect([listed.status[r], listed.badFeature[r]]).toEqual([ROW_STATUS.unknownCategory, 1]);
            expect(listed.offsets[r + 1]).toBe(sets);
            expect([tallied.counts[r], tallied.complete[r]]).toEqual([0, 1]);
            continue;
          }
          const row = columns.map((column) => column[r]);
          const expected: number[][] = [];
          const cursor = enumerate(weigh(classifier, row), { kind, limit: 50 });
          for (const { features } of cursor) expected.push([...features]);
          const found = expected.map((_, s) =>
            listMask(listed.masks, (sets + s) * listed.words, listed.words),
          );
          expect(found).toEqual(expected);
          sets += expected.length;
          expect(listed.offsets[r + 1]).toBe(sets);
          expect([tallied.counts[r], tallied.complete[r]]).toEqual([expected.length, listed.complete[r]]);
          expect(tallied.frequency[r * n]).toBe(expected.filter((set) => set.includes(0)).length);
        }
      }
    });
  });

  it.each([
    ['several rows, which do not fit together', 7, 20000, 16],
    ['a row that does not fit alone', 2, 70000, 20],
    ['a row of more than are wanted', 2, 100, 20],
  ])('list the sets of %s', (_, rows, limit, most) => {
    // 8 equal drops suffice: of 16 that is 12870 sets, of 20 it is 125970.
    const classifier = reduce(
      linear(
        Array.from({ length: 20 }, (_, i) => ({ name: `f${i}`, values: ['off', 'on'] })),
        Array.from({ length: 20 }, () => [0, 2]),
        -15,
      ),
    );
    const on = (r: number): number => (r === 0 ? most : 16);
    const columns = classifier.features.map((_, i) =>
      Uint8Array.from({ length: rows }, (_, r) => Number(i < on(r))),
    );
    engine(() => {
      for (const order of ['search', 'size'] as const) {
        const answer = enumerateBlock(classifier, { rows, columns }, { order, limit });
        for (let r = 0; r < rows; r++) {
          const row = columns.map((column) => column[r]);
          const expected: number[] = [];
          for (const { masks, count } of enumerateMasks(weigh(classifier, row), { order, limit }))
            expected.push(...masks.subarray(0, count));
          const all = on(r) === 20 ? 125970 : 12870;
          expect(expected).toHaveLength(Math.min(all, limit));
          const found = answer.masks.subarray(answer.offsets[r], answer.offsets[r + 1]);
          expect(found).toHaveLength(expected.length);
          expect(found.every((mask, s) => mask === expected[s])).toBe(true);
          expect(answer.complete[r]).toBe(Number(all <= limit));
        }
      }
    });
  });
});

/** A classifier of some features, tables of it, and questions that may use an earlier answer. */
function turns() {
  const n = 9;
  const classifier = reduce(
    linear(
      Array.from({ length: n }, (_, i) => ({ name: `f${i}`, values: ['a', 'b', 'c'] })),
      Array.from({ length: n }, (_, i) => sequence(i + 1, 3, 20).map((w) => w - 10)),
      0.5,
    ),
  );
  const blockOf = (rows: number): Block => ({
    rows,
    // A bad cell here and there.
    columns: classifier.features.map((_, i) => Uint8Array.from(sequence(rows + i, rows, i === 3 ? 4 : 3))),
  });
  // biome-ignore lint/suspicious/noExplicitAny: each question has its own answers
  const ask: ((block: Block, into: any) => object)[] = [
    (block, into) => explainBlock(classifier, block, { into }),
    (block, into) => enumerateBlock(classifier, block, { into, limit: 20 }),
    (block, into) => tallyBlock(classifier, block, { into, kind: 'cxp' }),
  ];
  return { classifier, blockOf, ask };
}

describe('blocks', () => {
  it.each([
    [Float64Array, [0, 1, -0, 2 ** 32, 2 ** 32 + 1, -1, 0.5, Number.NaN, -(2 ** 32), 2]],
    [Float32Array, [0, 1, -0, 2 ** 32, 2 ** 40, -1, 0.5, Number.NaN, -(2 ** 32), 2]],
    [Int32Array, [0, 1, 0, 2 ** 31 - 1, 2, -1, -(2 ** 31), 5, 6, 7]],
    [Uint32Array, [0, 1, 0, 2 ** 32 - 1, 2, 3, 4, 5, 6, 7]],
    [Int16Array, [0, 1, 0, -1, 2, 3, -(2 ** 15), 5, 6, 7]],
    [Uint16Array, [0, 1, 0, 2 ** 16 - 1, 256, 257, 4, 5, 6, 7]],
    [Int8Array, [0, 1, 0, -1, 2, 3, -128, 5, 6, 7]],
    [Uint8Array, [0, 1, 0, 255, 2, 3, 4, 5, 6, 7]],
  ])('know the categories in columns of every type: %s', (Column, cells) => {
    const classifier = reduce(linear([{ name: 'a', values: ['n', 'y'] }], [[-1, 1]]));
    const block = { rows: cells.length, columns: [Column.from(cells)] };
    for (const engine of Object.values(engines)) {
      const { status, classes } = engine(() => explainBlock(classifier, block));
      const bad = ROW_STATUS.unknownCategory;
      expect([...status]).toEqual([0, 0, 0, ...cells.slice(3).map(() => bad)]);
      expect([...classes.subarray(0, 3)]).toEqual([0, 1, 0]);
    }
  });

  it('are answered by the kernel where it can be had', () => {
    expect(kernelFor('rows')).not.toBeNull();
    expect(withoutKernel(() => kernelFor('rows'))).toBeNull();
  });

  it('may be answered in the place of an earlier answer, whatever that was', () => {
    const { ask, blockOf } = turns();
    for (const question of ask) {
      let into: object | undefined;
      for (const rows of [300, 2, 700, 0, 5]) {
        const block = blockOf(rows);
        const found = question(block, into);
        expect(found).toEqual(question(block, undefined));
        into = found;
      }
    }
    // What was large enough is used again.
    const first = explainBlock(turns().classifier, blockOf(9));
    const second = explainBlock(turns().classifier, blockOf(4), { into: first });
    expect(second.masks.buffer).toBe(first.masks.buffer);
    expect(second.masks).toHaveLength(4);
  });

  it('may be asked for as many sets as a number counts, of more classes too', () => {
    const classifier = reduce(
      linearModel({
        classes: ['a', 'b', 'c'],
        features: ['x', 'y'].map((name) => ({ name, values: ['n', 'y'] })),
        rows: matrix([2, 2], [1, 0], [0, 1]).map((row) => ({ weights: row.map((w) => [0, w]) })),
      }),
      { neverWins: 'allow' },
    );
    const block = { rows: 1, columns: [Uint8Array.of(1), Uint8Array.of(1)] };
    const { masks, complete } = enumerateBlock(classifier, block, { limit: Number.MAX_SAFE_INTEGER });
    expect([...masks, ...complete]).toEqual([...enumerateBlock(classifier, block).masks, 1]);
  });

  it('have room for what there is, not for what the first rows promise', () => {
    const classifier = reduce(
      linear(
        Array.from({ length: 18 }, (_, i) => ({ name: `f${i}`, values: ['n', 'y'] })),
        new Array(18).fill([0, 1]),
        -8.5,
      ),
    );
    // The first chunk of rows has 48,620 sets a row; at that rate all of them would have more than an array holds.
    const rows = 1_000_000;
    const column = new Uint8Array(rows).fill(2).fill(1, 0, 256);
    const { offsets } = enumerateBlock(
      classifier,
      { rows, columns: new Array(18).fill(column) },
      { limit: 1e5 },
    );
    expect(offsets[rows]).toBe(256 * 48_620);
  });

  it('take turns: each classifier has its own answers though one model lies in the kernel at a time', () => {
    const make = (w: number): Reduced =>
      reduce(
        linear(
          ['a', 'b'].map((name) => ({ name, values: ['n', 'y'] })),
          matrix([0, w], [0, 1]),
          -0.5,
        ),
      );
    const block = { rows: 1, columns: [Uint8Array.of(1), Uint8Array.of(1)] };
    const [either, first] = [make(1), make(9)];
    for (let turn = 0; turn < 3; turn++) {
      expect([...enumerateBlock(either, block).masks]).toEqual([1, 2]);
      expect([...enumerateBlock(first, block, { kind: 'cxp' }).masks]).toEqual([3]);
    }
  });
});
