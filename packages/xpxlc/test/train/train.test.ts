import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CategoricalNaiveBayes,
  type GaussianNaiveBayes,
  literal,
  reduce,
  smallest,
  weigh,
} from '@xpxlc/core';
import { afterAll, describe, expect, it } from 'vitest';
import { matrix } from '../../../core/test/matrix.ts';
import { openTable } from '../../src/table/source.ts';
import { boundsOfTable } from '../../src/train/bounds-of-table.ts';
import { splitRows } from '../../src/train/split.ts';
import { type Trained, type TrainOptions, train } from '../../src/train/train.ts';
import { expected, loans } from './loans.ts';

const folder = mkdtempSync(join(tmpdir(), 'xpxlc-train-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function trained(source: string, options?: TrainOptions): Promise<Trained> {
  const table = await openTable(source);
  try {
    return await train(table, options);
  } finally {
    table.close();
  }
}

function csv(...lines: string[]): string {
  files += 1;
  const path = join(folder, `t${files}.csv`);
  writeFileSync(path, lines.join('\n'));
  return path;
}
let files = 0;

/** Largest relative difference, in units of the last place. */
function ulps(a: unknown, b: unknown): number {
  const [x, y] = [a, b].map((list) => (list as number[]).flat(3) as number[]);
  expect(x.length).toBe(y.length);
  return Math.max(...x.map((value, i) => Math.abs(value - y[i]) / (Math.abs(y[i]) * Number.EPSILON)));
}

describe('training on a table', () => {
  it.each(expected.categorical)(
    'gives the probabilities of scikit-learn’s CategoricalNB: alpha $alpha',
    async (truth) => {
      const { model, heldOut, trainRows } = await trained(loans, {
        ignore: ['age', 'income'],
        alpha: truth.alpha,
      });
      const { prior, likelihood, features, classes } = model as CategoricalNaiveBayes;
      expect(classes).toEqual(expected.categories.decision);
      expect(features).toEqual(
        ['job', 'home', 'late payments'].map((name) => ({
          kind: 'categorical',
          name,
          values: expected.categories[name],
        })),
      );
      expect(ulps(prior, truth.prior)).toBeLessThan(8);
      expect(ulps(likelihood, truth.likelihood)).toBeLessThan(8);
      expect(trainRows).toBe(480);
      expect(heldOut).toMatchObject({
        rows: truth.held_out.rows,
        badRows: 0,
        accuracy: truth.held_out.accuracy,
        confusion: truth.held_out.confusion,
      });
      expect(heldOut?.logLoss).toBeCloseTo(truth.held_out.log_loss, 12);
    },
  );

  it('cuts numbers at the quantiles of scikit-learn’s KBinsDiscretizer, and speaks of the number', async () => {
    const truth = expected.binned;
    const { model, heldOut } = await trained(loans, {
      ignore: ['late payments'],
      bins: { age: 4, income: 4 },
    });
    const { bins, prior, likelihood, features } = model as CategoricalNaiveBayes;
    expect(bins?.map((entry) => entry?.cuts)).toEqual([...truth.cuts, undefined, undefined]);
    expect(features.map(({ kind }) => kind)).toEqual(['integer', 'real', 'categorical', 'categorical']);
    expect(ulps([prior, likelihood], [truth.prior, truth.likelihood])).toBeLessThan(8);
    expect(heldOut?.confusion).toEqual(truth.held_out.confusion);
    expect(heldOut?.logLoss).toBeCloseTo(truth.held_out.log_loss, 12);
    const problem = weigh(reduce(model), { age: 36, income: 55, job: 'clerk', home: 'own' });
    expect(smallest(problem)?.map((i) => literal(problem, i))).toContain('income ≥ 40.2');
  });

  it('takes cuts as they are given', async () => {
    const { model } = await trained(loans, { bins: { age: [30, 45.5], income: [] } });
    expect((model as CategoricalNaiveBayes).bins?.slice(0, 2)).toEqual([
      { cuts: [30, 45.5], closed: 'left' },
      { cuts: [], closed: 'left' },
    ]);
  });

  it('has the bounds of the table, wider ones or those of quantiles, and the same quality with all', async () => {
    const lines = Array.from({ length: 100 }, (_, x) => `${x + 10},${(x - 50) / 10},${x % 3 ? 'a' : 'b'}`);
    const source = csv('n,x,c', ...lines);
    const boundsWith = async (bounds?: TrainOptions['bounds']) => {
      const { model, heldOut } = await trained(source, {
        kind: 'gaussian',
        ...(bounds === undefined ? {} : { bounds }),
      });
      const spans = model.features.map(
        (feature) => feature.kind !== 'categorical' && [feature.lower, feature.upper],
      );
      return { spans, heldOut };
    };
    const data = await boundsWith();
    expect(data.spans).toEqual(matrix([10, 109], [-5, 4.9]));
    expect(await boundsWith('data')).toEqual(data);
    const wide = await boundsWith('wide');
    // What is never negative stays so.
    expect(wide).toEqual({ spans: matrix([0, 208], [-14.9, 14.8]), heldOut: data.heldOut });
    const inner = await boundsWith([0.05, 0.95]);
    expect(inner.heldOut).toEqual(data.heldOut);
    for (const [i, [lower, upper]] of (inner.spans as number[][]).entries()) {
      const own = lines.map((line) => Number(line.split(',')[i]));
      expect(own).toContain(lower);
      expect(own).toContain(upper);
      const kept = own.filter((x) => x >= lower && x <= upper).length;
      expect(kept).toBeGreaterThanOrEqual(90);
      expect(kept).toBeLessThan(94);
    }
  });

  it('gives the means and variances of scikit-learn’s GaussianNB', async () => {
    const truth = expected.gaussian;
    const { model, heldOut } = await trained(loans, { kind: 'gaussian', ignore: ['job', 'home'] });
    const { prior, mean, variance, features } = model as GaussianNaiveBayes;
    expect(ulps(prior, truth.prior)).toBeLessThan(8);
    expect(ulps(mean, truth.mean)).toBeLessThan(8);
    expect(ulps(variance, truth.variance)).toBeLessThan(32);
    expect(heldOut?.confusion).toEqual(truth.held_out.confusion);
    expect(heldOut?.logLoss).toBeCloseTo(truth.held_out.log_loss, 10);
    expect(features[0]).toEqual({ kind: 'integer', name: 'age', lower: 18, upper: 80 });
  });

  it('uses all rows and holds none out when told to', async () => {
    const result = await trained(loans, { trainShare: 1, ignore: ['age', 'income'] });
    expect(result).toMatchObject({ trainRows: 600, droppedRows: 0 });
    expect(result.heldOut).toBeUndefined();
  });

  it('knows categories of held-out rows, orders numbers by value, and takes any column as target', async () => {
    const rows = Array.from({ length: 20 }, (_, r) => `${r % 2 ? 'yes' : 'no'},${r},${r % 3}`);
    const { model } = await trained(csv('class,rank,x', ...rows), { target: 'class' });
    expect(model.classes).toEqual(['no', 'yes']);
    expect(model.features[0]).toMatchObject({ name: 'rank', values: rows.map((_, r) => String(r)) });
    expect(model.features[1]).toMatchObject({ values: ['0', '1', '2'] });
  });

  it('takes names for names: quotes, SQL, other scripts', async () => {
    const names = [`a"b`, `'; DROP TABLE x; --`, '日本', '__proto__', 'constructor'];
    const header = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(',');
    const rows = Array.from({ length: 30 }, (_, r) =>
      [`it''s`, 'ü', `"q""${r % 2}"`, r % 3 ? '' : 'x', r % 2 ? "o'k" : 'ko']
        .map((cell) => cell || 'y')
        .join(','),
    );
    const { model, heldOut } = await trained(csv(header, ...rows), { missing: 'category' });
    expect(model.features.map(({ name }) => name)).toEqual(names.slice(0, 4));
    expect(model.classes).toEqual(['ko', "o'k"]);
    expect(heldOut).toMatchObject({ rows: 6, badRows: 0, accuracy: 1 });
  });
});

describe('what went wrong once', () => {
  it('counts a cell that equals a cut in the bin above it, however many digits it has', async () => {
    const x = 0.009434471599803759;
    const rows = Array.from({ length: 40 }, (_, r) => (r < 20 ? '0,a' : `${x},b`));
    const { model } = await trained(csv('x,c', ...rows), { bins: { x: [x] }, trainShare: 1 });
    const [[ofA, ofB]] = (model as CategoricalNaiveBayes).likelihood;
    expect(ofA[0]).toBeGreaterThan(0.9);
    expect(ofB[1]).toBeGreaterThan(0.9);
  });

  it('has the log-loss in natural logarithms though the model counts powers of two', async () => {
    const learnt = ['p,a', 'q,a', 'r,a', 'r,a', 'r,a', 'p,b', 'p,b', 'p,b', 'q,b', 'r,b'];
    const seen = ['p,a', 'r,a', 'r,b'];
    const rows = Array.from(splitRows(13), (held) => (held === 1 ? seen : learnt).shift() as string);
    // P(p, q, r | a) = 1/4, 1/4, 1/2 and P(p, q, r | b) = 1/2, 1/4, 1/4: the held-out rows have 1/3, 2/3 and 1/3.
    const { heldOut } = await trained(csv('x,c', ...rows));
    expect(heldOut?.logLoss).toBeCloseTo((2 * Math.log(3) + Math.log(1.5)) / 3, 12);
  });

  it('refuses labels with a NUL character instead of losing their rows', async () => {
    const rows = Array.from({ length: 40 }, (_, r) => `${r % 3},${r % 2 ? 'a\0b' : 'c'}`);
    await expect(trained(csv('x,c', ...rows))).rejects.toMatchObject({ code: 'bad-label' });
    await expect(
      trained(csv('c,x', ...rows.map((row) => row.split(',').reverse().join(',')))),
    ).rejects.toMatchObject({ code: 'bad-label' });
  });

  it('learns from a table with a column called flag, in any case', async () => {
    const rows = Array.from({ length: 20 }, (_, r) => `${r % 3},${r % 2},${r % 2 ? 'yes' : 'no'}`);
    const { model, heldOut } = await trained(csv('flag,Flag2,class', ...rows), { bins: { flag: [1] } });
    expect(model.features.map(({ name }) => name)).toEqual(['flag', 'Flag2']);
    expect(heldOut).toMatchObject({ rows: 4, badRows: 0 });
  });
});

describe('missing cells', () => {
  const holes = [
    'colour,size,class',
    ...Array.from(
      { length: 20 },
      (_, r) => `${r % 4 ? 'red' : ''},${r % 5 ? r % 3 : ''},${r % 2 ? 'yes' : 'no'}`,
    ),
  ];

  it('are refused unless there is a choice, with their number per column', async () => {
    await expect(trained(csv(...holes))).rejects.toMatchObject({
      name: 'FormatError',
      code: 'missing-cells',
      got: "'colour' 5, 'size' 4",
    });
  });

  it('can be dropped with their rows, and the split is then that of the rest', async () => {
    const result = await trained(csv(...holes), { missing: 'drop' });
    expect(result).toMatchObject({ droppedRows: 8, trainRows: 9 });
    expect(result.heldOut).toMatchObject({ rows: 3, badRows: 0 });
    const complete = await trained(csv(...holes.filter((line) => !/^,|,,/.test(line))));
    expect(result.model).toEqual(complete.model);
    expect(result.heldOut).toEqual(complete.heldOut);
  });

  it('can be a category of their own', async () => {
    const { model, heldOut } = await trained(csv(...holes), { missing: 'category', missingLabel: 'unknown' });
    expect(model.features[0]).toMatchObject({ values: ['red', 'unknown'] });
    expect(heldOut).toMatchObject({ rows: 4, badRows: 0 });
  });

  it('get no label that is a category already', async () => {
    await expect(trained(csv(...holes), { missing: 'category', missingLabel: 'red' })).rejects.toMatchObject({
      code: 'missing-label-taken',
      got: "'red'",
    });
  });

  it('cannot be a category of a number, nor of the class', async () => {
    await expect(trained(csv(...holes), { missing: 'category', bins: { size: 2 } })).rejects.toMatchObject({
      code: 'missing-cells',
      got: "'size' 4",
    });
    await expect(trained(csv(...holes), { missing: 'category', target: 'colour' })).rejects.toMatchObject({
      code: 'missing-cells',
      got: "'colour' 5",
    });
  });
});

describe('the bounds of a table', () => {
  const names = {
    classes: [],
    features: [{ name: 'income' }, { name: 'job', values: ['clerk'] }, { name: 'age' }],
  };
  const boundsIn = async (source: string, of: Parameters<typeof boundsOfTable>[1]) => {
    const table = await openTable(source);
    try {
      return await boundsOfTable(table, of);
    } finally {
      table.close();
    }
  };

  it('are the least and the greatest numbers of the features that are no categories', async () => {
    expect(await boundsIn(loans, names)).toEqual([
      { name: 'income', lower: 5.1, upper: 120.4 },
      { name: 'age', lower: 18, upper: 80, integer: true },
    ]);
  });

  it('do not mind missing cells, but words and columns without any number', async () => {
    const x = { classes: [], features: [{ name: 'x' }] };
    expect(await boundsIn(csv('x,y', '1e3,a', ',b', '-0.5,c'), x)).toEqual([
      { name: 'x', lower: -0.5, upper: 1000 },
    ]);
    await expect(boundsIn(csv('x,y', '1,a', 'two,b'), x)).rejects.toMatchObject({
      code: 'not-a-number',
      got: "'two'",
    });
    await expect(boundsIn(csv('x,y', ',a', ',b'), x)).rejects.toMatchObject({ code: 'no-rows' });
    await expect(boundsIn(csv('X,y', '1,a'), x)).rejects.toMatchObject({ code: 'unknown-column' });
  });
});

describe('a table that cannot be learnt from', () => {
  const fine = ['x,class', 'a,0', 'b,1', 'a,0', 'b,1', 'c,0'];
  it.each([
    ['a target that is not there', fine, { target: 'Class' }, 'unknown-column'],
    ['a column to ignore that is not there', fine, { ignore: ['y'] }, 'unknown-column'],
    ['bins of a column that is not there', fine, { bins: { y: 2 } }, 'unknown-column'],
    ['bins of a column of words', fine, { bins: { x: 2 } }, 'not-a-number'],
    ['no bins', ['x,c', '1,a', '2,b'], { bins: { x: 0 } }, 'bad-option'],
    ['cuts in no order', ['x,c', '1,a', '2,b'], { bins: { x: [2, 1] }, trainShare: 1 }, 'unordered-bins'],
    ['cuts that are no numbers', ['x,c', '1,a', '2,b'], { bins: { x: ['a"b'] as never } }, 'bad-option'],
    ['bins that are none', ['x,c', '1,a', '2,b'], { bins: { x: null as never } }, 'bad-option'],
    ['bins of the target', fine, { bins: { class: 2 } }, 'bad-option'],
    [
      'bins of an ignored column',
      ['x,y,c', '1,1,a', '2,1,b'],
      { bins: { x: 2 }, ignore: ['x'] },
      'bad-option',
    ],
    ['bounds of categories', ['x,c', '1,a', '2,b'], { bounds: 'wide' }, 'bad-option'],
    ['bounds upside down', ['x,c', '1,a', '2,b'], { kind: 'gaussian', bounds: [0.9, 0.1] }, 'bad-option'],
    ['bins of a Gaussian', ['x,c', '1,a', '2,b'], { kind: 'gaussian', bins: { x: 2 } }, 'bad-option'],
    ['a target to ignore', fine, { ignore: ['class'] }, 'bad-option'],
    ['a label for missing cells that is none', fine, { missingLabel: 5 as never }, 'bad-option'],
    ['negative smoothing', fine, { alpha: -1 }, 'bad-option'],
    ['an unknown kind', fine, { kind: 'magic' as never }, 'bad-option'],
    ['an unknown policy', fine, { missing: 'guess' as never }, 'bad-option'],
    ['one class only', ['x,c', '1,a', '2,a'], {}, 'not-classes'],
    ['no rows', ['x,c'], {}, 'no-rows'],
    [
      'a class without training rows',
      ['x,c', '1,a', '1,a', '1,a', '2,b'],
      { trainShare: 0.3 },
      'empty-class',
    ],
    ['too many categories', fine, { maxCategories: 2 }, 'too-many-categories'],
  ] as readonly (readonly [string, string[], TrainOptions, string])[])(
    'is refused: %s',
    async (_, lines, options, code) => {
      await expect(trained(csv(...lines), options)).rejects.toMatchObject({ code });
    },
  );
});
