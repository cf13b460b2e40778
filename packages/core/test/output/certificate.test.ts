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
import { matrix } from '../matrix.ts';
import { coverProblem, linear, rowsProblem } from '../problems.ts';

const problem = coverProblem([2, 2, 1], 2.5);
const certificate = certify(problem, ['f0', 'f1']);
const model = additiveForm(problem.classifier);

describe('a certificate', () => {
  it('is plain data with everything needed to check it', () => {
    expect(JSON.parse(JSON.stringify(certificate))).toEqual({
      format: 'xpxlc-certificate',
      version: 2,
      kind: 'axp',
      claim: 'smallest',
      set: ['f0', 'f1'],
      within: [],
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
    const several = rowsProblem(matrix([3, 3, 0, 0], [0, 0, 3, 3]), [2, 2]);
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
    const classifier = reduce(linear(features, matrix([0, 4], [0, 3], [0, 2], [0, 1]), -6.5));
    const numbered = weigh(classifier, ['on', 'on', 'on', 'on']);
    const certified = certify(numbered, ['10', '9']);
    expect(verify(certified)).toEqual({ valid: true });
    expect(verify(JSON.parse(JSON.stringify(certified)) as Certificate, additiveForm(classifier))).toEqual({
      valid: true,
    });
  });

  it('holds for drops without end', () => {
    const classifier = reduce(linear([{ name: 'x' }, { name: 'y', lower: 0, upper: 1 }], [1, 1], -1));
    const endless = certify(weigh(classifier, [5, 1]), ['x']);
    expect(endless.rivals[0].drops[0]).toBe('endless');
    expect(verify(endless, additiveForm(classifier))).toEqual({ valid: true });
  });

  it('is the same towards the only other class, and none towards one of several', () => {
    const plain = certify(problem, ['f0', 'f1'], { kind: 'cxp' });
    expect(certify(problem, ['f0', 'f1'], { kind: 'cxp', target: 'no' })).toEqual(plain);
    const several = rowsProblem([[2], [2]], [1, 1]);
    expectError(() => certify(several, ['f0'], { kind: 'cxp', target: 'c1' }), InstanceError, {
      code: 'not-certifiable',
      place: 'target',
      expected: 'two classes, or no target',
      got: '3 classes',
    });
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
    const still = weigh(problem.classifier, Array.from(problem.values), {
      within: { features: { f0: 'fixed' } },
    });
    expectError(() => certify(still, ['f0', 'f1'], { kind: 'cxp' }), InstanceError, {
      ...error,
      expected: 'a minimal cxp',
      got: 'f0, f1',
    });
  });
});

function without(object: object, key: string): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

describe('a certificate that is not valid', () => {
  const [rival] = certificate.rivals;
  const contrast = certify(problem, ['f0', 'f1'], { kind: 'cxp' });
  const broken: [string, unknown, string][] = [
    ['of another version', { ...certificate, version: 3 }, 'not a certificate of version 2'],
    ['of another format', { ...certificate, format: 'pdf' }, 'not a certificate of version 2'],
    ['of an unknown kind', { ...certificate, kind: 'why' }, 'unknown kind why'],
    ['of an unknown claim', { ...certificate, claim: 'best' }, 'unknown claim best'],
    ['without rivals', { ...certificate, rivals: [] }, 'no rival'],
    [
      'with a feature twice',
      { ...certificate, set: ['f0', 'f0'] },
      'malformed certificate: set names a feature twice',
    ],
    [
      'with an unknown feature',
      { ...certificate, set: ['f0', 'f9'] },
      'malformed certificate: set names unknown features',
    ],
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
    [
      'with a domain of an unknown feature',
      { ...contrast, within: [{ feature: 'f9', values: ['on'] }] },
      'malformed certificate: within names unknown features',
    ],
    [
      'with two domains of a feature',
      { ...contrast, within: [{ feature: 'f0', from: 1, missing: true }] },
      'malformed certificate: two domains of f0',
    ],
    [
      'with a field too many',
      { ...certificate, note: 'trust me' },
      'malformed certificate: unknown in certificate: note',
    ],
    [
      'with a field too few',
      { ...certificate, within: undefined },
      'malformed certificate: within is no list',
    ],
    [
      'without its instance',
      without(certificate, 'instance'),
      'malformed certificate: certificate without instance',
    ],
    [
      'whose instance has a feature too many',
      { ...certificate, instance: { ...certificate.instance, f9: 'on' } },
      'malformed certificate: unknown in instance: f9',
    ],
    [
      'whose instance has a feature too few',
      { ...certificate, instance: without(certificate.instance, 'f1') },
      'malformed certificate: instance without f1',
    ],
    [
      'whose instance has a value that is none',
      { ...certificate, instance: { ...certificate.instance, f1: ['on'] } },
      'malformed certificate: not a value of f1: an object',
    ],
    [
      'with the same rival twice',
      { ...certificate, rivals: [rival, rival] },
      'malformed certificate: the same class twice',
    ],
    [
      'with its own class as rival',
      { ...certificate, rivals: [{ ...rival, class: 'yes' }] },
      'malformed certificate: the same class twice',
    ],
    [
      'with a rival that says more',
      { ...certificate, rivals: [{ ...rival, slack: '0' }] },
      'malformed certificate: unknown in rival: slack',
    ],
    [
      'that says of ties neither yes nor no',
      { ...certificate, rivals: [{ ...rival, winsTies: 0 }] },
      'malformed certificate: not true or false: 0',
    ],
    ['with a nameless class', { ...certificate, class: '' }, 'malformed certificate: not a name in class: '],
  ];
  it.each([
    '',
    ' 1',
    '1 ',
    '-0',
    '+1',
    '01',
    '1e3',
    '0x10',
    '1/0',
    '1.0',
    '1_000',
    '٣',
    'Infinity',
    '9'.repeat(100_001),
    3,
    null,
  ])('is told by a margin that is no whole number in plain digits: %o', (margin) => {
    const { valid, reason } = verify({ ...certificate, rivals: [{ ...rival, margin }] } as Certificate);
    expect(valid).toBe(false);
    expect(reason).toMatch(/^malformed certificate: not a margin: .{0,60}$/);
  });

  it('is told when reading it fails in any way', () => {
    const traps = {
      get: () => {
        throw null;
      },
    };
    expect(verify(new Proxy(certificate, traps))).toEqual({
      valid: false,
      reason: 'malformed certificate: it cannot be read',
    });
  });

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
    const classifier = reduce(linear([{ name: 'x', lower: 0, upper: 1 }], [2], -1));
    const fine = certify(weigh(classifier, [1]), ['x']);
    expect(verify(fine, additiveForm(classifier))).toEqual({ valid: true });
    expect(verify({ ...fine, instance: { x: 7 } }, additiveForm(classifier))).toEqual({
      valid: false,
      reason: 'x is out of bounds',
    });
    expect(verify({ ...fine, instance: { x: 'on' } }, additiveForm(classifier)).valid).toBe(false);
  });

  it('is told when a whole number of its instance is none', () => {
    const features = [
      { name: 'x', lower: 0, upper: 1 },
      { name: 'n', kind: 'integer' as const, lower: 0, upper: 9 },
    ];
    // The whole number counts nothing, so no margin and no drop tells.
    const spec = { classes: ['no', 'yes'], features, weights: [2, 0], intercept: -1 };
    const classifier = reduce(linearModel(spec));
    const fine = certify(weigh(classifier, [1, 3]), ['x']);
    expect(verify(fine, additiveForm(classifier))).toEqual({ valid: true });
    expect(verify({ ...fine, instance: { x: 1, n: 2.5 } }, additiveForm(classifier))).toEqual({
      valid: false,
      reason: 'n is not a whole number',
    });
  });

  it('is told when its contrast needs a number between two whole ones', () => {
    const k = { name: 'k', kind: 'integer' as const, lower: 0, upper: 10 };
    const classes = ['no', 'yes'] as const;
    const whole = reduce(linearModel({ classes, features: [k], weights: [4], intercept: -3 }));
    const honest = certify(weigh(whole, [1]), ['k'], { kind: 'cxp' });
    const [rival] = honest.rivals;
    // From 0.5 on the whole numbers begin with 1: the drop is 0, not 2.
    const forged = {
      ...honest,
      within: [{ feature: 'k', from: 0.5 }],
      rivals: [{ ...rival, drops: [String(BigInt(rival.drops[0]) / 2n)] }],
    };
    expect(verify(honest, additiveForm(whole))).toEqual({ valid: true });
    expect(verify(forged, additiveForm(whole)).reason).toBe('the drop of k against no is wrong');
  });

  it('is told when names with line breaks only look like those of the model', () => {
    const features = ['a', 'b', 'a\nb'].map((name) => ({ name, values: ['off', 'on'] }));
    const classify = (list: typeof features) =>
      reduce(
        linear(
          list,
          list.map(() => [0, 1]),
          -0.5,
        ),
      );
    const two = classify(features.slice(0, 2));
    const one = certify(weigh(classify(features.slice(2)), ['on']), ['a\nb']);
    expect(verify(one, additiveForm(two)).reason).toBe('the features are not those of the model');
  });

  it('is told, and does not run for ever, when it names a category that there is not', () => {
    expect(verify({ ...certificate, instance: { f0: 'on', f1: 'on', f2: 'up' } }, model)).toEqual({
      valid: false,
      reason: 'f2 has no such value',
    });
  });

  it('is told, and does not fill the memory, when its unit is forged', () => {
    for (const unit of [
      { exponent: 1e9 },
      { exponent: -1e9 },
      { exponent: 0.5 },
      { denominator: '0' },
      { denominator: '-3' },
      { denominator: '1/2' },
      { denominator: '' },
      { denominator: 1 },
    ]) {
      const forged = { ...certificate, rivals: [{ ...certificate.rivals[0], ...unit }] };
      const refused = { valid: false, reason: 'malformed certificate: not a unit' };
      expect(verify(forged as Certificate, model)).toEqual(refused);
      expect(verify(forged as Certificate)).toEqual(refused);
    }
  });
});
