// Inputs made to exhaust the program: each is refused with a sentence of ours, or answered. None ends with status 4.
import { describe, expect, it } from 'vitest';
import { folder, LOANS, PEOPLE } from './program.ts';
import { xpxlc } from './shipped.ts';

const HEAD = { format: 'xpxlc-model', version: 1, kind: 'linear', classes: ['a', 'b'], intercept: [0] };
const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
const feature = (name: string) => ({ name, kind: 'real', lower: 0, upper: 1 });

describe('models that are too much', { timeout: 120_000 }, () => {
  it.each([
    ['130,000 features of the wrong type', { ...HEAD, features: times(130_000, () => 7), weights: [[1]] }],
    [
      'a million wrong weights',
      { ...HEAD, features: [feature('x')], weights: [times(1_000_000, () => 'x')] },
    ],
    [
      '130,000 features of one name',
      { ...HEAD, features: times(130_000, () => feature('x')), weights: [times(130_000, () => 1)] },
    ],
    [
      'weights that are wrong at the very end',
      {
        ...HEAD,
        features: times(130_000, (i) => feature(`f${i}`)),
        weights: [times(130_000, (i) => (i < 129_999 ? 1 : 'x'))],
      },
    ],
    [
      'a hundred thousand keys that nobody knows',
      {
        ...HEAD,
        features: [feature('x')],
        weights: [[1]],
        ...Object.fromEntries(times(100_000, (i) => [`k${i}`, i])),
      },
    ],
  ])('%s: refused, with twenty lines at most', async (_, model) => {
    const cwd = folder({ 'm.json': JSON.stringify(model) });
    const { status, stderr } = await xpxlc(['inspect', 'm.json'], { cwd });
    expect(status).toBe(3);
    expect(stderr).toMatch(/^xpxlc: m\.json: \$\.\S+: not a valid model; expected /);
    expect(stderr.split('\n').length).toBeLessThanOrEqual(22);
  });

  it('10,000 classes: inspected, predicted, explained, counted and reported', async () => {
    const classes = times(10_000, (k) => `c${k}`);
    const cwd = folder({
      'm.json': JSON.stringify({
        ...HEAD,
        classes,
        features: [{ name: 'x', kind: 'categorical', values: ['a', 'b'] }, feature('y')],
        weights: classes.map((_, k) => [[Math.sin(k), Math.cos(k)], Math.sin(2 * k)]),
        intercept: classes.map((_, k) => Math.sin(3 * k)),
      }),
      't.csv': 'x,y\na,0.5\nb,0.25\n',
    });
    for (const args of [
      ['inspect', 'm.json'],
      ['predict', 'm.json', 't.csv'],
      ['explain', 'm.json', 't.csv', '--kind', 'both'],
      ['features', 'm.json', 't.csv'],
      ['report', 'm.json', 't.csv', '--rows', '0'],
    ]) {
      const { status, stdout, stderr } = await xpxlc(args, { cwd });
      expect([status, stderr]).toEqual([0, expect.stringMatching(/^xpxlc: note: class 'c0': .*\n$/)]);
      expect(stdout).toContain(args[0] === 'inspect' ? '… (9' : 'c');
    }
  });

  it('65,537 classes: refused; 65,536: the last one is told', async () => {
    const many = (count: number) => {
      const classes = times(count, (k) => `c${k}`);
      const weights = classes.map((_, k) => [k / count]);
      return JSON.stringify({
        ...HEAD,
        classes,
        features: [feature('x')],
        weights,
        intercept: classes.map(() => 0),
      });
    };
    const cwd = folder({ 'most.json': many(65_536), 'more.json': many(65_537), 't.csv': 'x\n1\n' });
    const most = await xpxlc(['predict', 'most.json', 't.csv', '--format', 'csv'], { cwd });
    expect(most.status).toBe(0);
    expect(most.stdout).toContain('c65535');
    const more = await xpxlc(['predict', 'more.json', 't.csv'], { cwd });
    expect([more.status, more.stderr]).toEqual([
      3,
      expect.stringContaining('classes: at most 65536, got 65537'),
    ]);
  });

  it('more than can be compared: said to be unchecked', async () => {
    const classes = times(2300, (k) => `c${k}`);
    const cwd = folder({
      'm.json': JSON.stringify({
        ...HEAD,
        classes,
        features: times(200, (i) => feature(`f${i}`)),
        weights: classes.map((_, k) => times(200, (i) => (k * 31 + i * 17) % 7)),
        intercept: classes.map(() => 0),
      }),
      't.csv': `${times(200, (i) => `f${i}`).join(',')}\n${times(200, () => '0.5').join(',')}\n`,
    });
    const { status, stderr } = await xpxlc(['predict', 'm.json', 't.csv'], { cwd });
    expect([status, stderr]).toEqual([
      0,
      'xpxlc: note: not checked whether each class can win, as there are 2300 classes and 200 features\n',
    ]);
  });

  it('200,000 categories, 150,000 features: inspected, and shown whole', async () => {
    const values = times(200_000, (i) => `v${i}`);
    const cwd = folder({
      'values.json': JSON.stringify({
        ...HEAD,
        features: [{ name: 'x', kind: 'categorical', values }],
        weights: [[values.map((_, i) => (i % 7) - 3)]],
      }),
      'features.json': JSON.stringify({
        ...HEAD,
        features: times(150_000, (i) => feature(`f${i}`)),
        weights: [times(150_000, (i) => (i % 5) - 2)],
      }),
    });
    for (const [file, last] of [
      ['values.json', 'v199999'],
      ['features.json', 'f149999'],
    ]) {
      const { status, stdout, stderr } = await xpxlc(['inspect', file, '--limit', 'all'], { cwd });
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toContain(last);
    }
  });
});

describe('tables that are too wide', { timeout: 120_000 }, () => {
  it('20,001 columns have a message of their own, in every text format', async () => {
    const names = times(20_001, (i) => `c${i}`);
    const model = JSON.stringify({ ...HEAD, features: [feature('c0')], weights: [[1]], intercept: [-0.5] });
    const cwd = folder({
      'm.json': model,
      'fits.csv': `${names.slice(0, -1).join(',')}\n${times(20_000, () => 1).join(',')}\n`,
      't.csv': `${names.join(',')}\n${names.map(() => 1).join(',')}\n`,
      'quoted.csv': `${names.map((name) => `"${name}, or"`).join(';')}\n${names.map(() => 1).join(';')}\n`,
      't.ndjson': `${JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])))}\n`,
    });
    const fits = await xpxlc(['predict', 'm.json', 'fits.csv'], { cwd });
    expect([fits.status, fits.stdout]).toEqual([0, 'row 0: b, lead 0.5 over a\n']);
    for (const file of ['t.csv', 'quoted.csv', 't.ndjson']) {
      const { status, stderr } = await xpxlc(['predict', 'm.json', file], { cwd });
      expect([status, stderr]).toEqual([
        3,
        `xpxlc: ${file}: too many columns; expected at most 20000, got more\n`,
      ]);
    }
  });
});

describe('arguments that are very long', { timeout: 120_000 }, () => {
  const long = 'a'.repeat(20_000);
  it.each([
    ['inspect', LOANS, '--limit', long],
    ['inspect', LOANS, `--${long}`],
    ['inspect', LOANS, LOANS, long],
    [long],
    ['explain', LOANS, 'people.csv', '--rows', `0-3,${long}`],
    ['explain', LOANS, 'people.csv', '--instance', long],
    ['explain', LOANS, 'people.csv', '--target', long],
    ['explain', LOANS, 'people.csv', '--format', long],
    ['explain', LOANS, 'people.csv', '--within', `${long}: fixed`],
    ['explain', LOANS, 'people.csv', '--where', `${long} = 1`],
    ['explain', LOANS, 'people.csv', '--id', long],
    ['predict', LOANS, 'people.csv', '--xmap', long],
    ['check', LOANS, 'people.csv', '--rows', '0', '--features', long],
    ['train', 'people.csv', '--actual', long],
    ['explain', LOANS, long],
    ['explain', LOANS, 'people.csv', '-o', long],
  ])('%s %#: what is wrong is said, not repeated at length', async (...args) => {
    const { status, stdout, stderr } = await xpxlc(args, { cwd: folder({ 'people.csv': PEOPLE }) });
    expect([2, 3]).toContain(status);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^(xpxlc|error): /);
    expect(stderr.length).toBeLessThan(3000);
  });
});

describe('filters', { timeout: 120_000 }, () => {
  it.each([
    ['len(range(3000000000)) > 1', 'range'],
    ['len(generate_series(1, 3000000000)) > 1', 'generate_series'],
    ["len(repeat('x', 3000000000)) > 1", 'repeat'],
    ["len(lpad('x', 2000000000, 'y')) > 1", 'lpad'],
    ["len(printf('%2000000000d', 1)) > 1", 'printf'],
    [`len(${'hex('.repeat(40)}name${')'.repeat(40)}) > 1`, 'hex'],
    ['len(list_transform([1, 2], x -> x)) > 1', 'list_transform'],
    ['len([x for x in [1, 2]]) > 1', 'list_apply'],
    ['count(*) > 1', 'count_star'],
    ["getenv('HOME') = 'x'", 'getenv'],
    ["len(read_text('/etc/passwd')) > 1", 'read_text'],
  ])('%s is refused by the name of the function', async (where, name) => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const { status, stdout, stderr } = await xpxlc(['predict', LOANS, 'people.csv', '--where', where], {
      cwd,
    });
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toContain(`filter: bad filter (the function ${name}, which filters do not have)`);
  });

  it('windows, casts to nested types, positions and endless texts are refused; no SQL of ours is shown', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    for (const [where, reason] of [
      ['row_number() over () > 1', 'a function over several rows'],
      ['CAST(age AS INT[100000][100000]) IS NULL', 'a cast to a nested type'],
      ['#1 = 1', 'an expression of a kind that filters do not have'],
      [`${'('.repeat(40_000)}age > 1${')'.repeat(40_000)}`, 'memory exhausted'],
      [`age in (${'1,'.repeat(50_001)}2)`, 'more than 100000 characters'],
      [`${new Array(900).fill('age').join(' + ')} > 1`, 'nested more than 200 deep'],
      ['age > ', 'syntax error'],
      ["levenshtein(name, 'x') > 1", 'the function levenshtein'],
      ["hamming(name, 'x') > 0", 'Strings must be of equal length'],
      ['hair = 1', 'hair'],
      ['CAST(name AS INTEGER) > 1', 'Could not convert'],
    ]) {
      const { status, stderr } = await xpxlc(['predict', LOANS, 'people.csv', '--where', where], { cwd });
      expect([status, stderr]).toEqual([3, expect.stringContaining(`bad filter (`)]);
      expect(stderr).toContain(reason);
      expect(stderr).not.toMatch(/SELECT|FROM read_|LINE 1/);
      expect(stderr.split('\n')).toHaveLength(2);
    }
  });

  it('what people write works', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    for (const [where, rows] of [
      ["age > 30 AND home = 'rent'", 2],
      ["name LIKE 'A%' OR lower(name) IN ('bo', 'ed')", 3],
      ["age BETWEEN 20 AND 40 AND NOT starts_with(home, 'own')", 2],
      ["CASE WHEN income > 50 THEN 1 ELSE 0 END = 1 AND regexp_matches(name, '^[A-Z]')", 2],
      ['round(income / 10) * 2 - abs(-1) >= 3 AND coalesce("late payments", 0) < 4', 4],
      ["try_cast(name AS INTEGER) IS NULL AND date '2024-01-01' + INTERVAL 3 DAY > date '2024-01-02'", 5],
      ["length(name || '!') = 3 AND hash(name) % 2 IN (0, 1)", 4],
    ] as const) {
      const args = ['predict', LOANS, 'people.csv', '--where', where, '--format', 'ndjson'];
      const { stdout, stderr } = await xpxlc(args, { cwd });
      expect([where, stderr, stdout.split('\n').length - 1]).toEqual([where, '', rows]);
    }
  });
});
