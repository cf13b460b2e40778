// No text for people has more digits than matter: every command, on models of every kind, with cells that have 17 digits.
import { describe, expect, it } from 'vitest';
import { folder, repositoryFile, xpxlc } from './program.ts';

const head = { format: 'xpxlc-model', version: 1 };
const numbers = ['a', 'b'].map((name) => ({
  name,
  kind: 'real',
  lower: -10 / 3,
  upper: 20 / 3,
  missing: 1 / 7,
}));
const job = { name: 'job', kind: 'categorical', values: ['none', 'clerk'] };
const features = [...numbers, job];
const steps = (scale: number) => ({
  kind: 'steps',
  cuts: [0.1 + 0.2, 4 / 3, 2.675],
  values: [-1.1, 0.3, 0.7, 1.9].map((v) => (v * scale) / 3),
  missing: scale / 7,
});
const own = (list: object[]) => list.map((feature) => ({ ...feature, missing: true }));

const MODELS: Readonly<Record<string, object>> = {
  logistic: {
    ...head,
    kind: 'linear',
    link: 'softmax',
    classes: ['no', 'yes'],
    features,
    weights: [[0.123456789012345, -0.98765432109876, [0, 1 / 3]]],
    intercept: [0.1 / 3],
    threshold: { probability: 0.3 },
  },
  svm: {
    ...head,
    kind: 'linear',
    classes: ['a', 'b', 'c'],
    features,
    weights: [
      [1 / 3, 0.2, [0.1, 0.7]],
      [-1 / 7, 0.1, [0, 0.3]],
      [0.05, -1 / 9, [1 / 11, 0]],
    ],
    intercept: [0.1, 1 / 3, 0.7],
  },
  gaussian: {
    ...head,
    kind: 'gaussian-naive-bayes',
    classes: ['no', 'yes'],
    features: numbers,
    prior: [1 / 3, 2 / 3],
    mean: [
      [0.1, 1 / 3],
      [1.7, 2 / 3],
    ],
    variance: [
      [1.3, 0.7],
      [1 / 3, 2.1],
    ],
  },
  card: {
    ...head,
    kind: 'scorecard',
    classes: ['no', 'yes'],
    features: [...own(numbers), job],
    base: 500.1,
    cutoff: 503.7,
    points: [...numbers.map((_, i) => ({ ...steps(10 + i), kind: undefined })), [0, 10 / 3]],
  },
  ebm: {
    ...head,
    kind: 'additive',
    link: 'softmax',
    classes: ['a', 'b', 'c'],
    features: [...own(numbers), job],
    bias: [0.1, 1 / 3, 1 / 7],
    shapes: [
      ...numbers.map((_, i) => [1, -2, 0.3].map((scale) => steps(scale + i))),
      [0, 1, 2].map((k) => ({ kind: 'table', values: [k / 3, 1 / 7] })),
    ],
  },
};

const TABLE = `a,b,job,class
0.30000000000000004,1.3333333333333333,clerk,yes
2.6749999999999998,-1.2345678901234567,none,no
5.123456789,0.1234567,clerk,no
0.0333333333333333,3.14159265358979,none,yes
,2.5,clerk,yes
`;

/** Numbers with more than seven significant digits, other than counts. */
function longNumbers(text: string): string[] {
  const tokens = text.match(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g) ?? [];
  return tokens.filter((token) => {
    const digits = token
      .replace(/e.*$/, '')
      .replace(/[-.]/g, '')
      .replace(/^0+|0+$/g, '');
    return digits.length > 7;
  });
}

describe.each(Object.keys(MODELS))('text about a %s', (name) => {
  it('has no number with more than seven digits', async () => {
    const { classes } = MODELS[name] as { classes: string[] };
    const rules = [0, 1, 2, 3].map((row) => JSON.stringify({ row, features: ['a'], precision: 1 / 3 }));
    const weights = JSON.stringify({ row: 0, weights: { a: 1 / 3, b: 0.1 } });
    const cwd = folder({
      'm.json': JSON.stringify(MODELS[name]),
      't.csv': TABLE.replaceAll('yes', classes[1]).replaceAll(/no$/gm, classes[0]),
      'given.ndjson': `${[...rules, weights].join('\n')}\n`,
      'rules.ndjson': `${rules.join('\n')}\n`,
    });
    const proofs = await xpxlc(
      ['explain', 'm.json', 't.csv', '--certificate', '--format', 'ndjson', '-o', 'proofs.ndjson'],
      { cwd },
    );
    expect([proofs.status, proofs.stderr]).toEqual([0, '']);
    const commands = [
      ['explain', 'm.json', 't.csv'],
      ['explain', 'm.json', 't.csv', '--limit', 'all', '--kind', 'both'],
      ['explain', 'm.json', 't.csv', '--inflate'],
      ['report', 'm.json', 't.csv'],
      [
        'explain',
        'm.json',
        '--instance',
        `a=0.30000000000000004,b=1.3333333333333333${name === 'gaussian' ? '' : ',job=clerk'}`,
      ],
      ['precise', 'm.json', 't.csv', '--precision', '0.9', '--distribution', 'data'],
      ['predict', 'm.json', 't.csv', '--actual', 'class'],
      ['count', 'm.json', 't.csv', ...(classes.length === 2 ? ['--power'] : [])],
      ['features', 'm.json', 't.csv'],
      ['features', 'm.json', 't.csv', '--per', 'row', '--protected', 'a'],
      ['check', 'm.json', 't.csv', '--explanations', 'rules.ndjson', '--repair'],
      ['check', '--grade', 'm.json', 't.csv', '--explanations', 'given.ndjson', '--distribution', 'data'],
      ['verify', 'proofs.ndjson', '--model', 'm.json'],
      ['inspect', 'm.json'],
      ['compare', 'm.json', 'm.json', 't.csv'],
      ['compare', 'm.json', 'm.json', 't.csv', '--per', 'table'],
    ];
    await Promise.all(
      commands.map(async (command) => {
        const { status, stdout, stderr } = await xpxlc(command, { cwd });
        expect([0, 1], `${command.join(' ')}: ${stderr}`).toContain(status);
        expect(longNumbers(stdout + stderr), `${command.join(' ')}\n${stdout}`).toEqual([]);
        expect(stdout).not.toMatch(
          /(?<![\d.])1 (rows|values|features|points|explanations|contrasts)(?![\w])/,
        );
        expect(stdout).not.toMatch(/NaN|Infinity|undefined|\[object/);
      }),
    );
  }, 120_000);
});

describe('text about training', () => {
  it('has no number with more than seven digits', async () => {
    const cwd = folder();
    const loans = repositoryFile('fixtures/loans.csv');
    const { status, stdout, stderr } = await xpxlc(
      ['train', loans, '--actual', 'decision', '--bins', 'age=4', '--bins', 'income=4', '-o', 'm.json'],
      { cwd },
    );
    expect(status).toBe(0);
    expect(longNumbers(stdout + stderr)).toEqual([]);
  });
});
