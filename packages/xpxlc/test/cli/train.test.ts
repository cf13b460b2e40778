// `xpxlc train`, as a user runs it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModelFile } from '../../src/index.ts';
import { folder, LOAN_TABLE, type Ran, repositoryFile, xpxlc } from './program.ts';

const { version } = JSON.parse(readFileSync(repositoryFile('packages/xpxlc/package.json'), 'utf8'));
const TENNIS = `day,outlook,wind,humidity,play
1,sunny,weak,85,no
2,sunny,strong,90,no
3,cloudy,weak,78,yes
4,rain,weak,96,yes
5,rain,,80,yes
6,rain,strong,70,no
7,cloudy,strong,65,yes
8,sunny,weak,95,no
`;

describe('xpxlc train', () => {
  it('tells of names and classes that differ only by spaces', async () => {
    const cwd = folder({
      'spaced.csv':
        'kind, size, play\na, big, yes\nb,big, no\na, big,yes\nb, small,no\na  b, big,no\na b, big,no\n',
      'plain.csv': 'kind,size,play\na,big,yes\nb,big,no\na,small,yes\nb,small,no\n',
    });
    const train = (...args: string[]): Promise<Ran> =>
      xpxlc(['train', ...args, '--train-share', '1', '-o', 'm.json'], { cwd });
    const ran = await train('spaced.csv');
    expect(ran.status).toBe(0);
    expect(ran.stderr.split('\n')).toEqual([
      "xpxlc: note: names of columns begin or end with spaces: ' size', ' play'",
      "xpxlc: note: column ' play': values that differ only by spaces are different: ' no' and 'no', ' yes' and 'yes'",
      "xpxlc: note: column 'kind': values that differ only by spaces are different: 'a  b' and 'a b'",
      "xpxlc: note: column ' size': values that differ only by spaces are different: ' big' and 'big'",
      '',
    ]);
    expect((await train('plain.csv')).stderr).toBe('');
    const misnamed = await train('spaced.csv', '--actual', 'play');
    expect([misnamed.status, misnamed.stderr]).toEqual([3, expect.stringContaining("did you mean ' play'?")]);
  });

  it('tells two columns of one name apart by their places, and can leave them out', async () => {
    const cwd = folder({ 'twice.csv': 'a,b,a,play\n1,x,2,yes\n2,y,1,no\n1,x,1,yes\n2,y,2,no\n' });
    const train = (...args: string[]): Promise<Ran> =>
      xpxlc(['train', 'twice.csv', ...args, '--train-share', '1', '-o', 'm.json'], { cwd });
    const refused = await train();
    expect([refused.status, refused.stderr]).toEqual([
      3,
      "xpxlc: twice.csv: column 'a' appears more than once, as columns 1 and 3; expected one column of that name\n",
    ]);
    expect((await train('--bins', 'a=2')).stderr).toContain('as columns 1 and 3');
    const done = await train('--ignore', 'a');
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(
      readModelFile(readFileSync(join(cwd, 'm.json'), 'utf8')).model.features.map(({ name }) => name),
    ).toEqual(['b']);
  });

  it('writes a model file that says where it comes from and how good it is', async () => {
    const cwd = folder();
    const ran = await xpxlc(
      [
        'train',
        LOAN_TABLE,
        '--actual',
        'decision',
        '--bins',
        'age=4',
        '--bins',
        'income=20,40,80',
        '--seed',
        '7',
        '--title',
        'Loans',
        '-o',
        'm.json',
      ],
      { cwd },
    );
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toMatch(/^'decision' \(grant, refuse\) learnt from 480 rows with 5 features\n/);
    expect(ran.stdout).toMatch(
      /\non rows held out: accuracy \d\d\.\d\d % of 120 rows, log-loss 0\.\d{4}\ntrue \\ predicted {2}grant {2}refuse\n/,
    );
    const { model, file } = readModelFile(readFileSync(join(cwd, 'm.json'), 'utf8'));
    expect(file.title).toBe('Loans');
    expect(file.origin).toEqual({
      tool: 'xpxlc train',
      version,
      source: 'loans.csv',
      sha256: createHash('sha256').update(readFileSync(LOAN_TABLE)).digest('hex'),
    });
    expect(file.notes).toMatchObject({
      target: 'decision',
      trainRows: 480,
      trainShare: 0.8,
      seed: 7,
      alpha: 1,
      heldOut: { rows: 120, badRows: 0, classes: ['grant', 'refuse'] },
    });
    expect(model).toMatchObject({
      kind: 'categorical-naive-bayes',
      bins: [{ cuts: { length: 3 } }, { cuts: [20, 40, 80] }, null, null, null],
    });
    expect(readdirSync(cwd)).toEqual(['m.json']);
  });

  it('writes the model to stdout and the report to stderr without -o, and reads standard input', async () => {
    const cwd = folder();
    const ran = await xpxlc(
      ['train', '--ignore', 'age,income', '--train-share', '1', '--summary', 's.json'],
      {
        input: readFileSync(LOAN_TABLE, 'utf8'),
        cwd,
      },
    );
    expect(ran.status).toBe(0);
    const { model, file } = readModelFile(ran.stdout);
    expect(model.features.map(({ name }) => name)).toEqual(['job', 'home', 'late payments']);
    expect(file.origin).toEqual({ tool: 'xpxlc train', version });
    expect(ran.stderr).toMatch(/^'decision' \(grant, refuse\) learnt from 600 rows with 3 features\n$/);
    expect(JSON.parse(readFileSync(join(cwd, 's.json'), 'utf8'))).toEqual({
      target: 'decision',
      trainRows: 600,
      alpha: 1,
    });
  });

  it('writes CNBC and XLC with the names beside, which predict as the model does', async () => {
    const cwd = folder();
    const args = ['train', LOAN_TABLE, '--ignore', 'age', '--ignore', 'income', '--actual', 'decision'];
    const [json, cnbc, xlc] = await Promise.all([
      xpxlc([...args, '-o', 'm.json'], { cwd }),
      xpxlc([...args, '-o', 'c.cnbc'], { cwd }),
      xpxlc([...args, '-o', 'x.xlc', '--allow-loss', 'rounding'], { cwd }),
    ]);
    expect([json.status, cnbc.status, xlc.status]).toEqual([0, 0, 0]);
    expect(readdirSync(cwd).sort()).toEqual(['c.cnbc', 'c.xmap', 'm.json', 'x.xlc', 'x.xmap']);
    // The format gives ties to class 1, the model to 'grant'.
    expect(cnbc.stderr).toContain("class 0 is 'refuse'");
    expect(cnbc.stderr).toContain('names written to c.xmap');
    const classes = async (...model: string[]): Promise<string[]> => {
      const { stdout } = await xpxlc(['predict', ...model, LOAN_TABLE, '--format', 'csv'], { cwd });
      return stdout.split('\n').map((line) => line.split(',')[2]);
    };
    const expected = await classes('m.json');
    expect(expected).toHaveLength(602);
    expect(await classes('c.cnbc', '--xmap', 'c.xmap')).toEqual(expected);
    expect(await classes('x.xlc', '--xmap', 'x.xmap')).toEqual(expected);
  });

  it('learns normal distributions of numbers', async () => {
    const cwd = folder();
    const ran = await xpxlc(
      ['train', LOAN_TABLE, '--gaussian', '--ignore', 'job,home', '--smoothing', '0', '-o', 'g.json'],
      { cwd },
    );
    expect(ran.status).toBe(0);
    const { model, file } = readModelFile(readFileSync(join(cwd, 'g.json'), 'utf8'));
    expect(model.kind).toBe('gaussian-naive-bayes');
    expect(model.features[0]).toMatchObject({ name: 'age', kind: 'integer', lower: 18, upper: 80 });
    expect(file.notes).not.toHaveProperty('alpha');
  });

  it('refuses, drops or names missing cells, as chosen', async () => {
    const cwd = folder({ 't.csv': TENNIS });
    const ask = (...args: string[]): Promise<Ran> =>
      xpxlc(['train', 't.csv', '--ignore', 'day,humidity', '--train-share', '1', ...args], { cwd });
    const [refused, dropped, named, nulls] = await Promise.all([
      ask(),
      ask('--complete-rows', '-o', 'dropped.json'),
      ask('--missing', 'none', '--smoothing', '0.5'),
      ask('--missing', '(missing)', '--null', 'weak', '', '--actual', 'play'),
    ]);
    expect(refused.status).toBe(3);
    expect(refused.stderr).toContain("'wind' 1");
    expect(dropped.stdout).toContain('learnt from 7 rows (1 with missing cells left out)');
    const { model, file } = readModelFile(named.stdout);
    expect(model.features[1]).toMatchObject({ values: ['none', 'strong', 'weak'] });
    expect(file.notes).toMatchObject({ missingLabel: 'none', alpha: 0.5, trainRows: 8 });
    expect(readModelFile(nulls.stdout).model.features[1]).toMatchObject({ values: ['(missing)', 'strong'] });
  });

  it('takes bins of columns whose names contain commas and equals signs', async () => {
    const cwd = folder({ 't.csv': 'a=b;"c,d";e\n1;5;yes\n2;6;no\n3;7;yes\n4;8;no\n' });
    const ran = await xpxlc(
      ['train', 't.csv', '--delimiter', ';', '--bins', 'a=b=2', '--bins', 'c,d=6.5,', '--train-share', '1'],
      { cwd },
    );
    expect(ran.status).toBe(0);
    expect(readModelFile(ran.stdout).model).toMatchObject({
      features: [{ name: 'a=b' }, { name: 'c,d' }],
      bins: [{ cuts: [2.5] }, { cuts: [6.5] }],
    });
    const ignored = await xpxlc(['train', 't.csv', '--ignore', 'c,d', '--train-share', '1'], { cwd });
    expect(readModelFile(ignored.stdout).model.features).toHaveLength(1);
  });

  it('refuses what makes no sense with 2 and what cannot be learnt with 3, and writes nothing', async () => {
    const cwd = folder({ 't.csv': TENNIS, 'none.csv': 'a,b\n' });
    const cases: [string[], number, RegExp][] = [
      [['train', 't.csv', '-o', 'm.pkl'], 2, /m\.pkl: unknown format; expected \.json, \.xlc/],
      [['train', 't.csv', '--bins', 'humidity'], 2, /COLUMN=NUMBER/],
      [['train', 't.csv', '--bins', 'humidity=80,70'], 2, /in increasing order/],
      [['train', 't.csv', '--bins', 'day=2', '--bins', 'day=3'], 2, /a column twice/],
      [['train', 't.csv', '--ignore', 'hair'], 2, /unknown column; expected one of 'day', 'outlook'/],
      [['train', 't.csv', '--gaussian', '--bins', 'day=2'], 2, /--bins: cannot be combined with --gaussian/],
      [['train', 't.csv', '--bounds', 'wide'], 2, /--gaussian/],
      [['train', 't.csv', '--gaussian', '--bounds', 'far'], 2, /quantiles like 1%:99%/],
      [['train', 't.csv', '--missing', 'x', '--complete-rows'], 2, /cannot be combined with --complete-rows/],
      [['train', 't.csv', '--smoothing', '-1'], 2, /a number from 0 up/],
      [['train', 't.csv', '--seed', '1.5'], 2, /a whole number from 0 to 4294967295/],
      [['train', 't.csv', '--train-share', '0'], 2, /more than 0, at most 1/],
      [
        ['train', 't.csv', '-o', 't.csv', '--format', 'xpxlc-model', '--complete-rows'],
        2,
        /the output is one of the inputs/,
      ],
      [['train', 't.csv', '--complete-rows', '--actual', 'hair'], 3, /'hair'/],
      [['train', 't.csv', '--complete-rows', '--bins', 'wind=2'], 3, /not a number/],
      [
        ['train', 't.csv', '--complete-rows', '--train-share', '1', '--bins', 'day=2', '-o', 'm.cnbc'],
        3,
        /a number in bins/,
      ],
      [['train', 'none.csv', '-o', 'm.json'], 3, /no rows/],
    ];
    const all = await Promise.all(cases.map(([args]) => xpxlc(args, { cwd })));
    for (const [x, [args, status, message]] of cases.entries()) {
      expect([args, all[x].status, all[x].stdout]).toEqual([args, status, '']);
      expect(all[x].stderr).toMatch(message);
    }
    expect(readdirSync(cwd).sort()).toEqual(['none.csv', 't.csv']);
  });
});
