import { describe, expect, it } from 'vitest';
import { ROW_STATUS } from '../../src/block/block-data.ts';
import { blockLists, explainBlock } from '../../src/block/explain-block.ts';
import { InstanceError } from '../../src/errors.ts';
import { linearModel } from '../../src/model/linear.ts';
import { scorecard } from '../../src/model/scorecard.ts';
import { smallest } from '../../src/query/smallest.ts';
import type { Reduced } from '../../src/reduce/classifier.ts';
import { listMask } from '../../src/search/feature-set.ts';
import { reduce, weigh } from '../engine.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';
import { linear, sequence } from '../problems.ts';

/** A two-class model of categories, and rows of it. */
function cards(features: number, values: number, scale: (w: number) => number): Reduced {
  const names = Array.from({ length: values }, (_, v) => `v${v}`);
  const weights = Array.from({ length: features }, (_, i) =>
    sequence(i + 1, values, 200).map((w) => scale(w - 100)),
  );
  return reduce(
    linear(
      weights.map((_, i) => ({ name: `f${i}`, values: names })),
      weights,
    ),
    { neverWins: 'allow' },
  );
}

function expectSameAsAlone(classifier: Reduced, rows: number, values: number): void {
  const columns = classifier.features.map((_, i) => Uint16Array.from(sequence(1000 + i, rows, values)));
  const { classes, sizes, masks, words, status } = explainBlock(classifier, { rows, columns });
  for (let r = 0; r < rows; r++) {
    const problem = weigh(
      classifier,
      columns.map((column) => column[r]),
    );
    expect([status[r], classes[r]]).toEqual([ROW_STATUS.ok, problem.classIndex]);
    const set = listMask(masks, r * words, words);
    expect(set).toEqual(smallest(problem));
    expect(sizes[r]).toBe(set.length);
  }
}

describe('a block of rows', () => {
  it.each([
    ['few ranks', 12, 5],
    ['as many ranks as fit in four words', 16, 8],
    ['more ranks than that', 20, 9],
    ['very many ranks', 40, 90],
    ['masks of three words', 70, 3],
  ])('gets the answers of its rows alone: %s', (_, features, values) => {
    expectSameAsAlone(
      cards(features, values, (w) => w),
      300,
      values,
    );
    expectSameAsAlone(
      cards(features, values, (w) => w / 7 + w * 2 ** -45),
      300,
      values,
    );
  });

  it('gets the answers of its rows alone, with masks of several words, from numbers and more classes too', () => {
    const n = 70;
    const numbers = Array.from({ length: n }, (_, i) => ({ name: `x${i}`, lower: 0, upper: 1 }));
    const rowsOf = (seed: number) => ({ weights: sequence(seed, n, 100).map((w) => w - 50) });
    const classifiers = [
      linearModel({ classes: ['no', 'yes'], features: numbers, weights: rowsOf(1).weights }),
      linearModel({ classes: ['a', 'b', 'c'], features: numbers, rows: [rowsOf(2), rowsOf(3), rowsOf(4)] }),
    ].map((model) => reduce(model));
    for (const classifier of classifiers) {
      const rows = 5;
      const columns = numbers.map((_, i) => Float64Array.from(sequence(50 + i, rows, 9), (x) => x / 8));
      const answer = explainBlock(classifier, { rows, columns });
      const { offsets, indices } = blockLists(answer);
      for (let r = 0; r < rows; r++) {
        const alone = smallest(
          weigh(
            classifier,
            columns.map((column) => column[r]),
          ),
        );
        expect(listMask(answer.masks, r * answer.words, answer.words)).toEqual(alone);
        expect([...indices.subarray(offsets[r], offsets[r + 1])]).toEqual(alone);
      }
    }
  });

  it('gets exact answers where sums meet the threshold', () => {
    expectSameAsAlone(
      cards(9, 3, (w) => Math.sign(w)),
      600,
      3,
    );
    expectSameAsAlone(
      cards(9, 3, (w) => (w % 3) / 10),
      600,
      3,
    );
    expectSameAsAlone(
      cards(9, 3, (w) => (w % 3) * (1 + (w % 2) * 2 ** -52)),
      600,
      3,
    );
    expectSameAsAlone(
      cards(9, 3, (w) => (w % 3) * (w > 0 ? 1e300 : 1e-300)),
      300,
      3,
    );
  });

  it('takes numbers of any kind in bins', () => {
    const card = reduce(
      scorecard({
        classes: ['no', 'yes'],
        features: [
          { name: 'x', lower: 0, upper: 10 },
          { name: 'y', values: ['a', 'b'] },
        ],
        points: [{ cuts: [2, 5], values: [0, 1, 2] }, [0, 1]],
        cutoff: 2,
      }),
    );
    const xs = [0, 1.5, 2, 5, 10];
    for (const Column of [Float64Array, Float32Array]) {
      const answer = explainBlock(card, {
        rows: 5,
        columns: [Column.from(xs), Uint8Array.of(1, 0, 1, 0, 1)],
      });
      expect([...answer.classes]).toEqual([0, 0, 1, 1, 1]);
      expect([...answer.masks]).toEqual(
        xs.map((x, r) => (smallest(weigh(card, [x, (r + 1) % 2])) ?? []).reduce((m, i) => m | (1 << i), 0)),
      );
    }
  });

  it('knows constant classes', () => {
    const spec = { classes: ['no', 'yes'], features: [{ name: 'x', values: ['a', 'b'] }], weights: [[0, 1]] };
    for (const [intercept, index] of matrix([5, 1], [-5, 0])) {
      const classifier = reduce(linearModel({ ...spec, intercept }), { neverWins: 'allow' });
      const answer = explainBlock(classifier, { rows: 2, columns: [Uint8Array.of(0, 1)] });
      expect([...answer.classes, ...answer.sizes, ...answer.masks]).toEqual([index, index, 0, 0, 0, 0]);
    }
  });

  it('of no features, and of no rows, is answered', () => {
    const none = reduce(linearModel({ classes: ['no', 'yes'], features: [], weights: [], intercept: 1 }), {
      neverWins: 'allow',
    });
    expect([...explainBlock(none, { rows: 3, columns: [] }).classes]).toEqual([1, 1, 1]);
    const answer = explainBlock(
      cards(2, 2, (w) => w),
      { rows: 0, columns: [new Uint8Array(0), new Uint8Array(0)] },
    );
    expect(blockLists(answer)).toEqual({ offsets: Uint32Array.of(0), indices: new Int32Array(0) });
  });

  it('may have columns longer than its rows', () => {
    const classifier = cards(2, 2, (w) => w);
    const answer = explainBlock(classifier, {
      rows: 1,
      columns: [Uint8Array.of(1, 99), Uint8Array.of(0, 99)],
    });
    expect([...answer.status]).toEqual([ROW_STATUS.ok]);
  });

  it('goes on after bad rows', () => {
    const classifier = reduce(
      linear(
        [
          { name: 'x', lower: 0, upper: 2 },
          { name: 'n', kind: 'integer', lower: 0, upper: 5 },
          { name: 'c', values: ['a', 'b'] },
        ],
        [1, 1, [0, 1]],
        -2,
      ),
    );
    const columns = [
      Float64Array.of(1, 3, Number.NaN, 1, 1, 1, -1),
      Float64Array.of(1, 1, 1, 1.5, 6, 1, 9),
      Float64Array.of(1, 1, 1, 1, 1, 2, 7),
    ];
    const answer = explainBlock(classifier, { rows: 7, columns });
    const { ok, outOfBounds, notFinite, notInteger, unknownCategory } = ROW_STATUS;
    expect([...answer.status]).toEqual([
      ok,
      outOfBounds,
      notFinite,
      notInteger,
      outOfBounds,
      unknownCategory,
      outOfBounds,
    ]);
    expect([...answer.badFeature]).toEqual([0, 0, 0, 1, 1, 2, 0]);
    expect([...answer.classes].slice(1)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s rows', (rows) => {
    const classifier = cards(2, 2, (w) => w);
    const columns = [Uint8Array.of(1), Uint8Array.of(1)];
    expectError(() => explainBlock(classifier, { rows, columns }), InstanceError, {
      code: 'wrong-length',
      place: 'block',
      expected: 'a whole number from 0 up',
      got: String(rows),
    });
  });

  it('takes no number below 0 for a category, however large it is', () => {
    const below = [-1, -(2 ** 32), 1 - 2 ** 32, -(2 ** 53), -1e300];
    const { length: rows } = below;
    const classifier = cards(2, 2, (w) => w);
    for (const column of [Float64Array.from(below), Float32Array.from(below)]) {
      const { status } = explainBlock(classifier, { rows, columns: [new Uint8Array(rows), column] });
      expect([...status]).toEqual(below.map(() => ROW_STATUS.unknownCategory));
    }
  });

  it('refuses a wrong number of columns, a column too short, and what is no column', () => {
    const classifier = cards(2, 2, (w) => w);
    const code = 'wrong-length';
    expectError(() => explainBlock(classifier, { rows: 1, columns: [Uint8Array.of(1)] }), InstanceError, {
      code,
      place: 'block',
      expected: '2, one per feature',
      got: '1',
    });
    const short = { code, place: "feature 'f1'", expected: 'a typed array of 2 values' };
    expectError(
      () => explainBlock(classifier, { rows: 2, columns: [Uint8Array.of(1, 1), Uint8Array.of(1)] }),
      InstanceError,
      { ...short, got: '1' },
    );
    expectError(
      () => explainBlock(classifier, { rows: 2, columns: [Uint8Array.of(1, 1), [1, 1] as never] }),
      InstanceError,
      { ...short, got: 'an array of 2' },
    );
    expectError(
      () =>
        explainBlock(classifier, {
          rows: 2,
          columns: [Uint8Array.of(1, 1), new DataView(new ArrayBuffer(8)) as never],
        }),
      InstanceError,
      { ...short, got: 'an object' },
    );
  });
});
