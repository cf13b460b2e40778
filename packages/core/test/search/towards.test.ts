import { describe, expect, it } from 'vitest';
import { InstanceError, LimitError } from '../../src/errors.ts';
import { additiveModel } from '../../src/model/additive.ts';
import type { Budget } from '../../src/model/budget.ts';
import { linearModel } from '../../src/model/linear.ts';
import { gaussianNaiveBayes } from '../../src/model/naive-bayes.ts';
import type { Model, Shape } from '../../src/model/types.ts';
import { check } from '../../src/query/check.ts';
import { counterfactual } from '../../src/query/counterfactual.ts';
import { enumerate } from '../../src/query/enumerate.ts';
import { predict } from '../../src/query/predict.ts';
import { smallest } from '../../src/query/smallest.ts';
import { smallestKnown } from '../../src/query/smallest-known.ts';
import { reduce } from '../../src/reduce/reduce.ts';
import { weigh } from '../../src/weigh/problem.ts';
import { expectError } from '../expect-error.ts';
import { coverProblem, sequence } from '../problems.ts';

const table = (...values: number[]): Shape => ({ kind: 'table', values });
const yesNo = (name: string) => ({ name, values: ['off', 'on'] });

/** `a` makes t overtake c, but k overtakes t by it; `b` takes k out of the way. */
const detour = weigh(
  reduce(
    additiveModel({
      classes: ['c', 't', 'k'],
      features: [yesNo('a'), yesNo('b')],
      bias: [1, 0, -1],
      shapes: [
        [table(0, 0), table(0, 2), table(0, 4)],
        [table(0, 0), table(0, 0), table(0, -5)],
      ],
    }),
  ),
  ['off', 'off'],
);

describe('a contrast towards a class', () => {
  it('contains what must make up for another change, even against a class that was never ahead', () => {
    expect(Array.from(enumerate(detour, { kind: 'cxp', target: 't' }), (set) => set.features)).toEqual([
      [0, 1],
    ]);
    expect(smallest(detour, { kind: 'cxp', target: 't' })).toEqual([0, 1]);
    expect(smallest(detour, { kind: 'cxp', target: 'k' })).toEqual([0]);
    expect(counterfactual(detour, ['a', 'b'], { target: 't' })).toEqual({
      instance: { a: 'on', b: 'on' },
      class: 't',
      changed: [0, 1],
      doubtful: false,
    });
    expect(counterfactual(detour, ['a'], { target: 't' })).toBeUndefined();
  });

  it('does not exist where fixed features stand in the way', () => {
    const within = { features: { b: 'fixed' } } as const;
    const held = weigh(detour.classifier, Array.from(detour.values), { within });
    expect([...enumerate(held, { kind: 'cxp', target: 't' })]).toEqual([]);
    expect(smallest(held, { kind: 'cxp', target: 't' })).toBeUndefined();
  });

  it('with two classes is any contrast', () => {
    const problem = coverProblem([2, 2, 2], 3);
    const any = Array.from(enumerate(problem, { kind: 'cxp' }), (set) => set.features);
    expect(Array.from(enumerate(problem, { kind: 'cxp', target: 'no' }), (set) => set.features)).toEqual(any);
    expect(smallest(problem, { kind: 'cxp', target: 0 })).toEqual(smallest(problem, { kind: 'cxp' }));
  });

  it('finds the one number that does it between two classes that both lose there', () => {
    // b wins only for x between 1 and 2: a falls, c rises.
    const rows = [-2, 0, 2].map((w, k) => ({ weights: [w], intercept: [2, 0, -4][k] }));
    const model = linearModel({
      classes: ['a', 'b', 'c'],
      features: [{ name: 'x', lower: -9, upper: 9 }],
      rows,
    });
    const problem = weigh(reduce(model), [-5]);
    const answer = counterfactual(problem, ['x'], { target: 'b', movement: 'nearest' });
    expect(answer?.class).toBe('b');
    expect(answer?.instance.x).toBeGreaterThanOrEqual(1);
    expect(answer?.instance.x).toBeLessThanOrEqual(2);
    expect(smallest(problem, { kind: 'cxp', target: 'b' })).toEqual([0]);
    expect(answer?.instance.x).toBe(1 + 2 ** -52); // at 1 it ties with a, which wins ties
    expect(answer?.doubtful).toBe(true);
    expect(counterfactual(problem, ['x'], { target: 'b' })).toMatchObject({
      instance: { x: 1.1 },
      doubtful: false,
    });
  });

  it('finds the whole number that does it, and says when there is none', () => {
    const rows = (low: number, high: number) =>
      [-1, 0, 1].map((w, k) => ({ weights: [w], intercept: [low, 0, -high][k] }));
    const features = [{ name: 'x', kind: 'integer' as const, lower: -9, upper: 9 }];
    const between = (low: number, high: number) =>
      weigh(
        reduce(
          linearModel({
            classes: ['a', 'b', 'c'],
            tieOrder: ['a', 'c', 'b'],
            features,
            rows: rows(low, high),
          }),
        ),
        [-5],
      );
    expect(counterfactual(between(0.5, 1.5), ['x'], { target: 'b' })?.instance).toEqual({ x: 1 });
    expect(counterfactual(between(1, 2), ['x'], { target: 'b' })).toBeUndefined();
    expect(smallest(between(1, 2), { kind: 'cxp', target: 'b' })).toBeUndefined();
  });

  it('finds a narrow window between parabolas', () => {
    // b beats both only near x = 3.
    const shapes: Shape[][] = [
      [
        { kind: 'quadratic', quadratic: 1, center: 3.001 },
        { kind: 'quadratic', quadratic: 0, constant: 1e-4 },
        { kind: 'quadratic', quadratic: 1, center: 2.999 },
      ],
    ];
    const model = additiveModel({
      classes: ['a', 'b', 'c'],
      features: [{ name: 'x', lower: -100, upper: 100 }],
      shapes,
    });
    const problem = weigh(reduce(model), [-50]);
    const answer = counterfactual(problem, ['x'], { target: 'b', movement: 'nearest' });
    expect(answer?.class).toBe('b');
    expect(Math.abs((answer?.instance.x as number) - 3)).toBeLessThan(0.011);
  });

  it('never leaves the numbers an instance can have', () => {
    // The class far out can be reached only beyond 2^53: no instance says so.
    const features = [{ name: 'x', kind: 'integer' as const, lower: 0 }];
    const found = (model: Model): string | undefined => {
      const classifier = reduce(model, { neverWins: 'allow' });
      const answer = counterfactual(weigh(classifier, [0]), ['x'], { target: 'b' });
      return answer === undefined ? undefined : predict(classifier, answer.instance).class;
    };
    const lines = (far: number): Model => {
      const rows = [0, 1, 0.5].map((w, k) => ({ weights: [w], intercept: [0, -far, -2 * far][k] }));
      return linearModel({ classes: ['a', 'b', 'c'], features, rows });
    };
    const curves = (far: number): Model => {
      const shapes = [0, 1, 0.1].map(
        (times, k): Shape => ({ kind: 'quadratic', quadratic: times / far, constant: k === 0 ? 0 : -far }),
      );
      return additiveModel({ classes: ['a', 'b', 'c'], features, shapes: [shapes] });
    };
    for (const model of [lines, curves])
      expect([1e15, 1e17].map((far) => found(model(far)))).toEqual(['b', undefined]);
  });

  it('ends on whole numbers without bounds, where rounding one fraction away makes another', () => {
    const features = [
      { name: 'x', kind: 'integer' as const, lower: -1 },
      { name: 'y', kind: 'integer' as const },
      { name: 'z', lower: -1, upper: 2.6 },
    ];
    const rows = [{ weights: [0, 0, -4] }, { weights: [1, 3, 0], intercept: -9.4 }, { weights: [2, 2, 0] }];
    const model = linearModel({ classes: ['a', 'b', 'c'], tieOrder: ['c', 'a', 'b'], features, rows });
    const problem = weigh(reduce(model), [-1, 0, 2.6]);
    expect(counterfactual(problem, ['x', 'y', 'z'], { target: 'b' })?.class).toBe('b');
  });

  it('is refused towards the class predicted, an unknown one, and for explanations', () => {
    const there = { code: 'already-there', place: 'target', expected: 'another class', got: "'c'" };
    expectError(() => enumerate(detour, { kind: 'cxp', target: 'c' }), InstanceError, there);
    expectError(() => smallest(detour, { kind: 'cxp', target: 0 }), InstanceError, there);
    expectError(() => counterfactual(detour, ['a'], { target: 'c' }), InstanceError, there);
    const unknown = { code: 'unknown-class', expected: "one of 'c', 't', 'k'", got: "'x'" };
    expectError(() => enumerate(detour, { kind: 'cxp', target: 'x' }), InstanceError, unknown);
    const option = { code: 'bad-option', place: 'target', expected: "kind 'cxp'", got: "'axp'" };
    expectError(() => enumerate(detour, { target: 't' }), InstanceError, option);
  });

  it('is not continued after a set that is none, or that changes a fixed feature', () => {
    const cursor = { code: 'bad-cursor', place: 'after', expected: 'a minimal cxp' };
    expectError(() => enumerate(detour, { kind: 'cxp', target: 't', after: ['a'] }), InstanceError, {
      ...cursor,
      got: '[0]',
    });
    const within = { features: { a: 'fixed' } } as const;
    const held = weigh(detour.classifier, Array.from(detour.values), { within });
    expectError(() => enumerate(held, { kind: 'cxp', target: 'k', after: ['a'] }), InstanceError, {
      ...cursor,
      got: '[0]',
    });
  });
});

describe('a signal', () => {
  /** Many parabolas: whether one set can reach the class takes up to 20,000 halvings. */
  const curvedProblem = (n: number, k: number) => {
    const classes = Array.from({ length: k }, (_, c) => `c${c}`);
    const names = Array.from({ length: n }, (_, i) => `x${i}`);
    const numbers = sequence(1, 2 * k * n, 1000);
    const shares = (from: number): number[][] =>
      classes.map((_, c) => names.map((_, i) => numbers[from + c * n + i] / 1000));
    const problem = weigh(
      reduce(
        gaussianNaiveBayes({
          classes,
          prior: classes.map(() => 1 / k),
          features: names.map((name) => ({ name, lower: -10, upper: 10 })),
          mean: shares(0).map((row) => row.map((x) => 4 * x - 2)),
          variance: shares(k * n).map((row) => row.map((x) => 0.3 + 3 * x)),
        }),
        { neverWins: 'allow' },
      ),
      names.map((_, i) => ((i * 37) % 41) / 10 - 2),
    );
    return { problem, names, targets: classes.filter((name) => name !== problem.class) };
  };
  const { problem: curved, names, targets } = curvedProblem(30, 6);
  /** Says to stop when it was looked at so often. */
  const after = (most: number) => {
    let looks = 0;
    const signal = {
      get aborted() {
        looks += 1;
        return looks > most;
      },
    };
    return { signal, looks: () => looks };
  };

  it('is seen in the middle of deciding on one set', () => {
    let stopped = 0;
    for (const target of targets)
      for (const ask of [
        (budget: Budget) => check(curved, names, { kind: 'cxp', target, budget }),
        (budget: Budget) => smallest(curved, { kind: 'cxp', target, budget }),
        (budget: Budget) => counterfactual(curved, names, { target, budget }),
      ]) {
        const { signal, looks } = after(40);
        try {
          ask({ signal });
        } catch (error) {
          expect(error).toBeInstanceOf(LimitError);
          expect((error as LimitError).code).toBe('aborted');
          stopped += 1;
        }
        expect(looks()).toBeLessThan(400);
      }
    expect(stopped).toBeGreaterThan(0);
  });

  it('ends a list, which is not complete', () => {
    for (const target of targets) {
      const { signal, looks } = after(200);
      const running = enumerate(curved, { kind: 'cxp', target, budget: { signal } });
      const found = Array.from(running, (set) => set.features);
      expect([running.complete, looks() > 200]).toEqual([false, true]);
      for (const set of found) expect(counterfactual(curved, set, { target })?.class ?? target).toBe(target);
    }
  });

  it('is not blamed where there was none: steps are', () => {
    let refused = 0;
    const { problem, targets: all } = curvedProblem(120, 12);
    for (const target of all.slice(0, 4))
      try {
        const known = smallestKnown(problem, { kind: 'cxp', target, budget: { steps: 1 } });
        expect(known?.complete).toBeDefined();
      } catch (error) {
        expect((error as LimitError).code).toBe('too-many-steps');
        refused += 1;
      }
    expect(refused).toBeGreaterThan(0);
  });

  it('leaves a set that leads to the class, or none', () => {
    let given = 0;
    for (const most of [1, 5, 20, 100])
      for (const target of targets) {
        const { signal } = after(most);
        let known: ReturnType<typeof smallestKnown>;
        try {
          known = smallestKnown(curved, { kind: 'cxp', target, budget: { signal } });
        } catch (error) {
          expect((error as LimitError).code).toBe('aborted');
          continue;
        }
        given += 1;
        expect(known?.atLeast).toBeLessThanOrEqual(known?.features.length ?? 0);
        expect(counterfactual(curved, known?.features ?? [], { target })?.class).toBe(target);
      }
    expect(given).toBeGreaterThan(0);
  });
});
