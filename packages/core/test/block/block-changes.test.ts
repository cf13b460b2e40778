import { describe, expect, it } from 'vitest';
import { blockChanges } from '../../src/block/block-changes.ts';
import { ROW_STATUS } from '../../src/block/block-data.ts';
import { explainBlock } from '../../src/block/explain-block.ts';
import { linearModel } from '../../src/model/linear.ts';
import { scorecard } from '../../src/model/scorecard.ts';
import { counterfactual } from '../../src/query/counterfactual.ts';
import { listMask } from '../../src/search/feature-set.ts';
import { reduce, weigh } from '../engine.ts';
import { sequence } from '../problems.ts';

const classes = ['no', 'yes'];

describe('the changes of a block', () => {
  it('are those of its rows one by one, in masks of several words, and none of a bad row', () => {
    const weights = Array.from({ length: 40 }, (_, i) => sequence(i + 1, 3, 100).map((w) => w - 50));
    const features = weights.map((_, i) => ({ name: `f${i}`, values: ['a', 'b', 'c'] }));
    const classifier = reduce(linearModel({ classes, features, weights }));
    const rows = 60;
    const columns = weights.map((_, i) => Uint8Array.from(sequence(70 + i, rows, 3)));
    columns[35][7] = 3;
    const block = { rows, columns };
    const answer = explainBlock(classifier, block, { kind: 'cxp' });
    const { offsets, indices, values, classes: found, doubtful } = blockChanges(classifier, block, answer);
    expect([answer.status[7], offsets[8] - offsets[7], found[7]]).toEqual([ROW_STATUS.unknownCategory, 0, 0]);
    expect([indices.length, values.length]).toEqual([offsets[rows], offsets[rows]]);
    for (let r = 0; r < rows; r++) {
      if (r === 7) continue;
      const problem = weigh(
        classifier,
        columns.map((column) => column[r]),
      );
      const contrast = listMask(answer.masks, 2 * r, 2);
      const alone = counterfactual(problem, contrast);
      expect([...indices.subarray(offsets[r], offsets[r + 1])]).toEqual(contrast);
      expect([...values.subarray(offsets[r], offsets[r + 1])].map((v) => 'abc'[v])).toEqual(
        contrast.map((i) => alone?.instance[`f${i}`]),
      );
      expect([found[r], doubtful[r]]).toEqual([1 - problem.classIndex, 0]);
    }
  });

  it('are numbers where the model has bins of them, in masks of several words', () => {
    const bins = { cuts: [10, 20], values: [0, 7, 90] };
    const others = Array.from({ length: 39 }, (_, i) => i);
    const card = scorecard({
      classes,
      features: [
        ...others.map((i) => ({ name: `f${i}`, values: ['a', 'b'] })),
        { name: 'x', lower: 0, upper: 99 },
      ],
      points: [...others.map(() => [0, 1]), bins],
      cutoff: 60,
    });
    const classifier = reduce(card);
    const x = Float64Array.of(50, 5, 15);
    const block = { rows: 3, columns: [...others.map((i) => Uint8Array.of(i % 2, 1, 0)), x] };
    const answer = explainBlock(classifier, block, { kind: 'cxp' });
    const { offsets, indices, values } = blockChanges(classifier, block, answer);
    expect([...offsets]).toEqual([0, 1, 2, 3]);
    expect([...indices]).toEqual([39, 39, 39]);
    for (let r = 0; r < 3; r++) {
      const problem = weigh(
        classifier,
        block.columns.map((column) => column[r]),
      );
      expect(values[r]).toBe(counterfactual(problem, [39])?.instance.x);
    }
    expect(values[0]).toBeLessThan(20);
    expect(values[1]).toBeGreaterThanOrEqual(20);
  });

  it('leave out rows that nothing changes', () => {
    // The first row changes with x only, the second with either; the third is bad.
    const features = [
      { name: 'x', lower: 0, upper: 5 },
      { name: 'z', values: ['off', 'on'] },
    ];
    const model = linearModel({ classes, features, weights: [1, [0, 3]], intercept: -4.5 });
    const classifier = reduce(model);
    const block = { rows: 3, columns: [Float64Array.of(1, 5, 6), Uint8Array.of(0, 1, 0)] };
    const answer = explainBlock(classifier, block, { kind: 'cxp' });
    // As if the first row's contrast were z alone.
    const masks = Uint32Array.from(answer.masks).fill(0b10, 0, 1);
    const changes = blockChanges(classifier, block, { ...answer, masks });
    expect([...changes.offsets]).toEqual([0, 0, 1, 1]);
    expect([...changes.indices]).toEqual([0]);
    expect([...changes.values]).toEqual([1.5]);
    expect([...changes.classes]).toEqual([0, 0, 0]);
  });
});
