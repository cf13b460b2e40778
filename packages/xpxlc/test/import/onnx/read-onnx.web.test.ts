// ONNX without a file system: runs in Node and in a browser.
import { FormatError, predict, reduce } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { isOnnx, readOnnx } from '../../../src/import/onnx/index.ts';
import { classifier, FLOAT, info, ints, node, onnx, STRING } from './build.ts';

describe('an ONNX model without a file system', () => {
  const bytes = onnx({
    inputs: [info('age', FLOAT, 1), info('job', STRING, 1)],
    nodes: [
      node('OneHotEncoder', ['job'], ['hot'], { cats_strings: ['clerk', 'études'], zeros: 0n }),
      node('Reshape', ['hot', 'two'], ['flat']),
      node('Scaler', ['age'], ['scaled'], { offset: [40], scale: [0.125] }),
      node('Concat', ['scaled', 'flat'], ['all'], { axis: 1n }),
      classifier('all', { classlabels_strings: ['no', 'yes'], coefficients: [1, -1, 2] }),
    ],
    initialisers: [ints('two', [-1, 2])],
    outputs: [info('label', STRING)],
  });

  it('is recognised, read and predicts', () => {
    expect(isOnnx(bytes)).toBe(true);
    const { model } = readOnnx(bytes, { bounds: [{ name: 'age', lower: 18, upper: 99 }] });
    expect(model).toMatchObject({ kind: 'linear', weights: [[0.125, [-1, 2]]], intercept: [-5.5] });
    expect(predict(reduce(model), { age: 30, job: 'études' }).class).toBe('yes');
    expect(predict(reduce(model), { age: 50, job: 'clerk' }).class).toBe('no');
  });

  it('is refused when it is cut off', () => {
    expect(() => readOnnx(bytes.subarray(0, 100))).toThrow(FormatError);
  });
});
