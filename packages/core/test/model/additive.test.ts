import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/errors.ts';
import { type AdditiveModelSpec, additiveModel } from '../../src/model/additive.ts';
import type { Shape } from '../../src/model/types.ts';
import { type ExpectedError, expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';

const line: Shape = { kind: 'linear', weight: 1 };
const table: Shape = { kind: 'table', values: [1, 2] };
const steps: Shape = { kind: 'steps', cuts: [0, 1], values: [1, 2, 3] };
const parabola: Shape = { kind: 'quadratic', quadratic: 1 };
const fine = {
  classes: ['no', 'yes'],
  features: [{ name: 'x' }, { name: 'job', values: ['none', 'clerk'] }],
  shapes: matrix([line, parabola], [table, table]),
};

function refuses(what: string, change: object, error: ExpectedError): void {
  it(`refuses ${what}`, () => {
    expectError(() => additiveModel({ ...fine, ...change } as AdditiveModelSpec), ModelError, error);
  });
}

/** The specification with other shapes for x. */
const withX = (first: unknown, second: unknown = first): object => ({
  shapes: matrix([first, second], [table, table]),
});

describe('an additive model', () => {
  it('completes what is left out with zeros', () => {
    const model = additiveModel(fine);
    expect(model.bias).toEqual([0, 0]);
    expect(model.shapes[0][1]).toEqual({
      kind: 'quadratic',
      quadratic: 1,
      linear: 0,
      constant: 0,
      center: 0,
    });
  });
  it('has bins closed on the left unless said otherwise', () => {
    expect(additiveModel({ ...fine, ...withX(steps) } as AdditiveModelSpec).shapes[0][0]).toEqual({
      ...steps,
      closed: 'left',
    });
    const mixed = withX(steps, { ...steps, closed: 'left' });
    expect(() => additiveModel({ ...fine, ...mixed } as AdditiveModelSpec)).not.toThrow();
  });
  it('may have bins without cuts', () => {
    const model = additiveModel({
      ...fine,
      ...withX({ kind: 'steps', cuts: [], values: [4] }),
    } as AdditiveModelSpec);
    expect(model.shapes[0][0]).toMatchObject({ values: [4] });
  });

  const x = "feature 'x', class 'no'";
  refuses(
    'a bias too few',
    { bias: [1] },
    { code: 'wrong-length', place: 'bias', expected: '2 (one per class)', got: '1' },
  );
  refuses(
    'an infinite bias',
    { bias: [1, Number.POSITIVE_INFINITY] },
    { code: 'not-finite', place: 'bias, entry 1', expected: 'a finite number', got: 'Infinity' },
  );
  refuses(
    'a feature without shapes',
    { shapes: [[line, line]] },
    { code: 'wrong-length', place: 'shapes', expected: '2 (one per feature)', got: '1' },
  );
  refuses(
    'a class without shape',
    { shapes: [[line], [table, table]] },
    { code: 'wrong-length', place: "feature 'x'", expected: '2 (one per class)', got: '1' },
  );
  refuses('a table for a number', withX(table), {
    code: 'bad-shape',
    place: x,
    expected: "'linear', 'steps' or 'quadratic'",
    got: "'table'",
  });
  refuses(
    'a line for a category',
    {
      shapes: [
        [line, line],
        [table, line],
      ],
    },
    { code: 'bad-shape', place: "feature 'job', class 'yes'", expected: "'table'", got: "'linear'" },
  );
  refuses('an unknown shape', withX({ kind: 'spline' }), {
    code: 'bad-shape',
    place: x,
    expected: "'linear', 'steps' or 'quadratic'",
    got: "'spline'",
  });
  refuses('no shape', withX(null), {
    code: 'bad-shape',
    place: x,
    expected: "'linear', 'steps' or 'quadratic'",
    got: 'undefined',
  });
  refuses(
    'a table of the wrong length',
    {
      shapes: [
        [line, line],
        [table, { kind: 'table', values: [1] }],
      ],
    },
    { code: 'wrong-length', place: "feature 'job', class 'yes'", expected: '2 (one per value)', got: '1' },
  );
  refuses('a weight of NaN', withX({ kind: 'linear', weight: Number.NaN }), {
    code: 'not-finite',
    place: x,
    expected: 'a finite number',
    got: 'NaN',
  });
  for (const part of ['quadratic', 'linear', 'constant', 'center']) {
    refuses(`an infinite ${part} of a parabola`, withX({ ...parabola, [part]: Number.NEGATIVE_INFINITY }), {
      code: 'not-finite',
      place: `${x}, ${part}`,
      expected: 'a finite number',
      got: '-Infinity',
    });
  }
  refuses('cuts that are no list', withX({ ...steps, cuts: 3 }), {
    code: 'bad-model',
    place: x,
    expected: 'a list of cuts',
    got: '3',
  });
  refuses('an infinite cut', withX({ ...steps, cuts: [0, Number.POSITIVE_INFINITY] }), {
    code: 'not-finite',
    place: `${x}, cut 1`,
    expected: 'a finite number',
    got: 'Infinity',
  });
  refuses('the same cut twice', withX({ ...steps, cuts: [1, 1] }), {
    code: 'unordered-bins',
    place: `${x}, cut 1`,
    expected: 'more than 1',
    got: '1',
  });
  refuses('bins without values', withX({ ...steps, values: [1, 2] }), {
    code: 'wrong-length',
    place: x,
    expected: '3 (one per bin)',
    got: '2',
  });
  refuses(
    'missing as a value of its own of a line',
    { features: [{ name: 'x', missing: true }, fine.features[1]] },
    { code: 'bad-model', place: x, expected: "'steps' with a value for it", got: 'linear' },
  );
  refuses('a value for missing where nothing can be', withX({ ...steps, missing: 4 }), {
    code: 'bad-model',
    place: x,
    expected: 'a feature with missing: true',
    got: '4',
  });
  refuses('bins closed on no known side', withX({ ...steps, closed: 'both' }), {
    code: 'bad-model',
    place: x,
    expected: "'left' or 'right'",
    got: 'both',
  });
  refuses('steps beside a line', withX(steps, line), {
    code: 'bad-model',
    place: "feature 'x'",
    expected: 'steps for every class, or for none',
    got: '1 of 2',
  });
  refuses('bins closed on different sides', withX(steps, { ...steps, closed: 'right' }), {
    code: 'bad-model',
    place: "feature 'x'",
    expected: "'left' or 'right' for every class",
    got: 'both',
  });
});
