import { describe, expect, it } from 'vitest';
import { InstanceError } from '../../src/errors.ts';
import { linearModel } from '../../src/model/linear.ts';
import { type Certificate, certify } from '../../src/output/certificate.ts';
import { verify } from '../../src/output/verify.ts';
import { smallest } from '../../src/query/smallest.ts';
import { additiveForm } from '../../src/reduce/additive-form.ts';
import { reduce } from '../../src/reduce/reduce.ts';
import { weigh } from '../../src/weigh/problem.ts';
import { expectError } from '../expect-error.ts';
import { coverProblem, rowsProblem } from '../problems.ts';

const problem = coverProblem([2, 2, 1], 2.5);
const certificate = certify(problem, ['f0', 'f1']);
const model = additiveForm(problem.classifier);

describe('a certificate', () => {
  it('is plain data with everything needed to check it', () => {
    expect(JSON.parse(JSON.stringify(certificate))).toEqual({
      format: 'xpxlc-certificate',
      version: 1,
      kind: 'axp',
      claim: 'smallest',
      set: ['f0', 'f1'],
      fixed: [],
      features: ['f0', 'f1', 'f2'],
      instance: { f0: 'on', f1: 'on', f2: 'on' },
      class: 'yes',
      rivals: [
        expect.objectContaining({ class: 'no', winsTies: false, drops: expect.any(Array), denominator: '1' }),
      ],
    });
    expect(verify(certificate, model)).toEqual({ valid: true });
  });

  it('does not claim more than one rival alone can prove', () => {
    // Against each rival alone one feature would do, but none does against both.
    const several = rowsProblem(
      [
        [3, 3, 0, 0],
        [0, 0, 3, 3],
      ],
      [2, 2],
    );
    const set = smallest(several) ?? [];
    expect(set.length).toBe(2);
    expect(certify(several, set).claim).toBe('minimal');
    expect(verify(certify(several, set))).toEqual({ valid: true });
    expect(verify({ ...certify(several, set), claim: 'smallest' })).toEqual({
      valid: false,
      reason: 'no rival shows that the set is smallest',
    });
  });

  it('holds for features whose names look like numbers', () => {
    const features = ['10', '9', 'x', '0'].map((name) => ({ name, values: ['off', 'on'] }));
    const classifier = reduce(
      linearModel({
        classes: ['no', 'yes'],
        features,
        weights: [
          [0, 4],
          [0, 3],
          [0, 2],
          [0, 1],
        ],
        intercept: -6.5,
      }),
    );
    const numbered = weigh(classifier, ['on', 'on', 'on', 'on']);
    const certified = certify(numbered, ['10', '9']);
    expect(verify(certified)).toEqual({ valid: true });
    expect(verify(JSON.parse(JSON.stringify(certified)) as Certificate, additiveForm(classifier))).toEqual({
      valid: true,
    });
  });

  it('holds for drops without end', () => {
    const classifier = reduce(
      linearModel({
        classes: ['no', 'yes'],
        features: [{ name: 'x' }, { name: 'y', lower: 0, upper: 1 }],
        weights: [1, 1],
        intercept: -1,
      }),
    );
    const endless = certify(weigh(classifier, [5, 1]), ['x']);
    expect(endless.rivals[0].drops[0]).toBe('endless');
    expect(verify(endless, additiveForm(classifier))).toEqual({ valid: true });
  });

  it('is refused for a set that is no explanation', () => {
    const error = { code: 'not-an-explanation', expected: 'a minimal axp' };
    expectError(() => certify(problem, ['f0']), InstanceError, { ...error, got: 'f0' });
    expectError(() => certify(problem, []), InstanceError, { ...error, got: 'the empty set' });
    expectError(() => certify(problem, ['f0'], { kind: 'cxp' }), InstanceError, {
      ...error,
      expected: 'a minimal cxp',
      got: 'f0',
    });
    expectError(() => certify(problem, ['f0', 'f1'], { kind: 'cxp', fixed: ['f0'] }), InstanceError, {
      ...error,
      expected: 'a minimal cxp',
      got: 'f0, f1',
    });
  });
});

describe('a certificate that is not valid', () => {
  const [rival] = certificate.rivals;
  const contrast = certify(problem, ['f0', 'f1'], { kind: 'cxp' });
  const broken: [string, unknown, string][] = [
    ['of another version', { ...certificate, version: 2 }, 'not a certificate of version 1'],
    ['of another format', { ...certificate, format: 'pdf' }, 'not a certificate of version 1'],
    ['of an unknown kind', { ...certificate, kind: 'why' }, 'unknown kind why'],
    ['of an unknown claim', { ...certificate, claim: 'best' }, 'unknown claim best'],
    ['without rivals', { ...certificate, rivals: [] }, 'no rival'],
    [
      'with a feature twice',
      { ...certificate, set: ['f0', 'f0'] },
      'the set names unknown or repeated features',
    ],
    [
      'with an unknown feature',
      { ...certificate, set: ['f0', 'f9'] },
      'the set names unknown or repeated features',
    ],
    ['that changes a fixed feature', { ...contrast, fixed: ['f0'] }, 'the set changes a fixed feature'],
    ['that does not suffice', { ...certificate, set: ['f0'] }, 'the set is not sufficient against no'],
    ['with too many features', { ...certificate, set: ['f0', 'f1', 'f2'] }, 'f0 is redundant'],
    ['that cannot change the class', { ...contrast, set: ['f0'] }, 'the set cannot change the class'],
    ['that changes too much', { ...contrast, set: ['f0', 'f1', 'f2'] }, 'f0 is redundant'],
    ['whose class does not win', { ...certificate, rivals: [{ ...rival, margin: '0' }] }, 'no wins already'],
    [
      'with a drop too few',
      { ...certificate, rivals: [{ ...rival, drops: rival.drops.slice(1) }] },
      'malformed certificate: wrong number of drops',
    ],
    [
      'with a drop that is no number',
      { ...certificate, rivals: [{ ...rival, drops: ['-1', '0', '0'] }] },
      'malformed certificate: not a drop: -1',
    ],
  ];
  it.each(broken)('is told by its fault: one %s', (_, faulty, reason) => {
    expect(verify(faulty as Certificate)).toEqual({ valid: false, reason });
  });

  it('is told when it is no certificate at all', () => {
    for (const nonsense of [null, undefined, 7, {}])
      expect(verify(nonsense as unknown as Certificate).valid).toBe(false);
  });

  const stated = (change: object): Certificate => ({ ...certificate, rivals: [{ ...rival, ...change }] });
  const twice = (text: string): string => String(2n * BigInt(text));
  it.each<[string, Certificate, string]>([
    ['another class', { ...certificate, class: 'maybe' }, 'the classes are not those of the model'],
    ['another rival', stated({ class: 'maybe' }), 'the classes are not those of the model'],
    [
      'other features',
      { ...certificate, features: ['f0', 'f1', 'g'], instance: { f0: 'on', f1: 'on', g: 'on' } },
      'the features are not those of the model',
    ],
    ['other ties', stated({ winsTies: true }), 'ties against no are not as in the model'],
    [
      'twice the drops and margin',
      stated({ drops: rival.drops.map(twice), margin: twice(rival.margin) }),
      'the drop of f0 against no is wrong',
    ],
    ['another unit', stated({ exponent: rival.exponent + 1 }), 'the drop of f0 against no is wrong'],
    [
      'a larger margin',
      stated({ margin: String(BigInt(rival.margin) + 1n), drops: rival.drops }),
      'the margin against no is wrong',
    ],
  ])('is told by the model: one with %s', (_, faulty, reason) => {
    const verdict = verify({ ...faulty, claim: 'minimal' }, model);
    expect(verdict.valid).toBe(false);
    expect(verdict.reason).toBe(reason);
  });

  it('is told when its instance is not one of the model', () => {
    const classifier = reduce(
      linearModel({
        classes: ['no', 'yes'],
        features: [{ name: 'x', lower: 0, upper: 1 }],
        weights: [2],
        intercept: -1,
      }),
    );
    const fine = certify(weigh(classifier, [1]), ['x']);
    expect(verify(fine, additiveForm(classifier))).toEqual({ valid: true });
    expect(verify({ ...fine, instance: { x: 7 } }, additiveForm(classifier))).toEqual({
      valid: false,
      reason: 'x is out of bounds',
    });
    expect(verify({ ...fine, instance: { x: 'on' } }, additiveForm(classifier)).valid).toBe(false);
  });

  it('is told, and does not run for ever, when it names a category that there is not', () => {
    expect(verify({ ...certificate, instance: { f0: 'on', f1: 'on', f2: 'up' } }, model)).toEqual({
      valid: false,
      reason: 'malformed certificate: not a finite number: undefined',
    });
  });

  it('is told, and does not fill the memory, when its unit is forged', () => {
    for (const unit of [
      { exponent: 1e9 },
      { exponent: -1e9 },
      { exponent: 0.5 },
      { denominator: '0' },
      { denominator: '-3' },
    ]) {
      const forged = { ...certificate, rivals: [{ ...certificate.rivals[0], ...unit }] };
      expect(verify(forged, model)).toEqual({ valid: false, reason: 'malformed certificate: not a unit' });
    }
  });
});
