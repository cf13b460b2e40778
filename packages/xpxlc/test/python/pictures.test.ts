// What a notebook shows of a decision, without Python: its words and data of pictures are the core's, and no limit is in the way.
import { type Classifier, check, LimitError, smallest, weigh } from '@xpxlc/core';
import { expect, it, vi } from 'vitest';
import { type CaseRequest, casePicture } from '../../../../python/bridge/pictures.ts';
import { manyRivals } from '../../../core/test/problems.ts';

let classifier: Classifier;
let values: readonly number[];

vi.mock('../../../../python/bridge/models.ts', () => ({ classifierOf: () => classifier }));
vi.mock('../../../../python/bridge/block.ts', () => ({
  toRowBlock: () => ({
    rows: 1,
    columns: values.map((value) => Uint16Array.of(value)),
    rowNumbers: Float64Array.of(0),
    bad: [],
  }),
}));

it('shows an explanation, also where the proof that none is smaller takes too long', () => {
  const problem = manyRivals(90, 20);
  classifier = problem.classifier;
  values = Array.from(problem.values);
  expect(() => smallest(problem)).toThrow(LimitError);
  vi.stubGlobal('xpxlc', { draw: () => '<svg/>' });
  const picture = casePicture({ contrasts: 1 } as CaseRequest);
  const names = [...picture.rule.matchAll(/f\d+/g)].map(([name]) => name);
  expect(check(weigh(classifier, values), names)).toMatchObject({ holds: true, minimal: true });
  expect(picture.contrasts.length).toBe(1);
});
