// The core needs nothing but the language: its bundle runs in an empty context, with no globals of Node or of a page,
// and answers there as it does here.

import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { bundleCore } from '../../../tools/bundle-core.mjs';
import * as core from '../src/index.ts';

/** Everything a bare engine is asked; must be self-contained, since it crosses into the context as text. */
function session(xpxlc: typeof core): unknown {
  const model = xpxlc.gaussianNaiveBayes({
    classes: ['a', 'b', 'c'],
    features: ['x', 'y', 'z'],
    prior: [0.25, 0.25, 0.5],
    mean: [
      [0, 1, 2],
      [1, 1, 0],
      [4, 0, 1],
    ],
    variance: [
      [1, 2, 1],
      [2, 1, 0.5],
      [1, 1, 3],
    ],
  });
  const card = xpxlc.scorecard({
    classes: ['no', 'yes'],
    features: [
      { name: 'age', kind: 'integer', lower: 18, upper: 99 },
      { name: 'home', values: ['rent', 'own'] },
      { name: 'debt', lower: 0 },
    ],
    points: [{ cuts: [25, 40], values: [0, 15, 30] }, [5, 20], { cuts: [10], values: [12, 3] }],
    cutoff: 38,
  });
  return [
    [model, [1, 1, 1]],
    [card, [41, 1, 3]],
    [card, [18, 0, 11]],
  ].map(([subject, instance]) => {
    const classifier = xpxlc.reduce(subject as core.Model);
    const problem = xpxlc.weigh(classifier, instance as number[]);
    const best = xpxlc.smallest(problem) ?? [];
    return JSON.stringify([
      xpxlc.predict(classifier, instance as number[]),
      best,
      xpxlc.rule(problem, best),
      Array.from(xpxlc.enumerate(problem)),
      Array.from(xpxlc.enumerate(problem, { kind: 'cxp', order: 'size' }), (set) =>
        xpxlc.counterfactual(problem, set.features),
      ),
      xpxlc.tally(problem),
      xpxlc.relevant(problem),
      xpxlc.check(problem, [0]),
      xpxlc.inflate(problem, best),
      xpxlc.verify(xpxlc.certify(problem, best), xpxlc.additiveForm(classifier)),
    ]);
  });
}

describe('the bundle of the core', () => {
  const text = bundleCore();

  it('runs in an empty context and answers as in Node', () => {
    const context = vm.createContext(Object.create(null) as object);
    vm.runInContext(text, context);
    const answers = vm.runInContext(`(${session.toString()})(xpxlc)`, context) as string[];
    expect(Array.from(answers)).toEqual(session(core));
  });

  it('would fail there if it used anything of Node or of a page', () => {
    const context = vm.createContext(Object.create(null) as object);
    for (const name of [
      'process',
      'Buffer',
      'performance',
      'setTimeout',
      'structuredClone',
      'TextEncoder',
      'window',
    ]) {
      expect(vm.runInContext(`typeof ${name}`, context), name).toBe('undefined');
    }
  });
});
