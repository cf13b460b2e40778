// What the original program gets wrong, one test each. Answers are those of the definitions over the doubles of the file.
import { describe, expect, it } from 'vitest';
import { BASIC, FILES, files, NAMED, XMAP } from './fixtures.ts';
import { run } from './world.ts';

/** The lines of -w, without the prefix. */
async function listed(given: Record<string, string>): Promise<string[]> {
  const { status, stdout, stderr } = await run(['-w', ...BASIC], given);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.replace('Expl: ', ''));
}

describe('where the original does not end', () => {
  it('a value of 0 is class 1, and its one explanation holds every feature that could raise it', async () => {
    expect(await listed(files('0', ['1 -1 2', '0 0', '-1 3'], [0, 1, 0]))).toEqual(['v0=0 v2=0']);
  });

  it('a value that rounding hides is class 0', async () => {
    expect(await listed(files('5e-324', ['0.1 -0.1', '0.1 -0.1'], [0, 1]))).toEqual(['v0=0']);
  });
});

describe('where the original is too strict with class 1', () => {
  it('a worst case of exactly 0 still is class 1', async () => {
    expect(await listed(files('0', ['-2 2', '-1 2'], [0, 0]))).toEqual(['v0=0']);
  });

  it('a worst case of exactly 0 without holding anything gives the empty explanation', async () => {
    expect(await listed(files('-2', ['0 1', '0 1'], [0, 0]))).toEqual(['']);
  });

  it('checks explanations by the same rule', async () => {
    const { stdout } = await run(['-c', 'xpl', ...BASIC], {
      ...files('0', ['-2 2', '-1 2'], [0, 0]),
      xpl: 'Expl: v0=0\nExpl: v0=0 v1=0\n',
    });
    expect(stdout.match(/Confirmed|Redundant.*/g)).toEqual([
      'Confirmed',
      'Redundant explanation. Example of redundant literals: v1=0',
    ]);
  });
});

describe('where the original rounds', () => {
  it('no explanation is missing', async () => {
    expect(await listed(files('-0.3', ['0.1 0', '0.2 0', '0.3 0'], [0, 0, 0]))).toEqual([
      'v1=0 v2=0',
      'v0=0 v2=0',
      'v0=0 v1=0',
    ]);
  });

  it('no explanation is invented', async () => {
    expect(
      await listed(files('-0.1', ['0.9 0.9 0.8', '-0.6 -0.5', '0.6 -0.1', '0.7 -0.8 0.7'], [1, 0, 0, 0])),
    ).toEqual(['v3=0']);
  });

  it('numbers mean the same however they are written', async () => {
    const short = await listed(files('0', ['1e16 0', '1 0', '-1e16 1'], [0, 0, 0]));
    const long = await listed(files('0', ['10000000000000000 0', '1 0', '-10000000000000000 1'], [0, 0, 0]));
    expect(short).toEqual(['v0=0 v1=0']);
    expect(long).toEqual(short);
  });
});

describe('where the original confuses features', () => {
  it('near-equal drops keep their own feature', async () => {
    const model = files(
      '0',
      ['1e17 -0.5', '1 -1 1.0000000000000003e17', '0 0 0', '-1.0000000000000003e17 1', '0.5 -1e17'],
      [0, 2, 1, 1, 0],
    );
    expect(await listed(model)).toEqual(['v0=0 v1=2 v4=0', 'v0=0 v3=1 v4=0', 'v1=2 v3=1']);
  });
});

describe('where the original gives up', () => {
  it('a model without features has the empty explanation', async () => {
    expect(await listed({ xlc: '0\n1\n0\n0\n', inst: '0\n' })).toEqual(['']);
  });

  it('an intercept may have an exponent, as cnbc2xlc writes it', async () => {
    expect(await listed(files('4.00000000053691e-05', ['1 -1'], [0]))).toEqual(['v0=0']);
  });

  it('names with blanks are checked as they are printed', async () => {
    const { stdout } = await run(['-w', ...NAMED], FILES);
    expect(stdout).toContain("'home town'='Bad Ems'");
    const checked = await run(['-c', 'xpl', ...NAMED], { ...FILES, xpl: stdout });
    expect(checked.stdout.match(/Confirmed/g)).toHaveLength(3);
  });

  it('a name that is no regular expression is a name', async () => {
    const { status, stdout } = await run(['-w', ...NAMED], {
      ...FILES,
      xmap: XMAP.replace('b10', 'LOG(1+D'),
    });
    expect(status).toBe(0);
    expect(stdout).toContain('LOG(1+D=yes');
  });

  it('a signal before the first explanation divides nothing by 0', async () => {
    const { status, stdout } = await run(['-C', '-wts', ...BASIC], FILES, { signalAt: 1 });
    expect(status).toBe(20);
    expect(stdout).toContain('Number of explanations:   0\nAverage explanation size: 0.00\n');
  });
});

describe('where the original takes a literal for what it is not', () => {
  const check = async (xpl: string) => run(['-c', 'xpl', ...NAMED], { ...FILES, xpl });

  it('the value of a literal counts', async () => {
    expect((await check('Expl: Wind=high Age=18<??<=30\n')).stdout).toBe(
      'Expl: Wind=high Age=18<??<=30    =>    NOT an explanation, i.e. the instance does not have: Wind=high\n',
    );
  });

  it('an unknown feature is an error with its place', async () => {
    const { status, stdout, stderr } = await check('Expl: Wind=low\nExpl: Wind=low Wave=low\n');
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toMatch(/^xpxlc: xpl: line 2, column 16: not a literal of this model.*'Wave=low'\n$/);
  });

  it('a literal that is there twice counts once, and either can go', async () => {
    expect((await check('Expl: Age=18<??<=30 Age=18<??<=30 Age=18<??<=30\n')).stdout).toContain(
      'NOT an explanation',
    );
    expect((await check('Expl: Wind=low Wind=low Age=18<??<=30\n')).stdout).toContain(
      'Redundant explanation. Example of redundant literals: Wind=low Wind=low\n',
    );
  });
});

describe('where the original warns and answers anyway', () => {
  const wrong = async (given: Record<string, string>) => {
    const { status, stdout, stderr } = await run(['-w', ...NAMED], { ...FILES, ...given });
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    return stderr;
  };

  it('a category out of its domain is an error', async () => {
    expect(await wrong({ inst: '4\n0\n3\n0\n0\n0\n' })).toBe(
      'xpxlc: inst: line 3, column 1: there is no such position; expected 0 to 2, got 3\n',
    );
  });

  it('an instance that is too short is an error', async () => {
    expect(await wrong({ inst: '4\n0\n0\n' })).toContain('xpxlc: inst: line 1, column 1: ');
    expect(await wrong({ inst: '3\n0\n0\n0\n' })).toContain('wrong number of features');
  });

  it.each(['-1', '3.7', 'x1'])('%s is no category', async (value) => {
    expect(await wrong({ inst: `4\n${value}\n0\n0\n0\n` })).toContain('xpxlc: inst: line 2, column 1: ');
  });

  it('a wrong number of weights is an error', async () => {
    expect(await wrong({ xlc: FILES.xlc.replace('3 1.5', '4 1.5') })).toContain(
      'xpxlc: xlc: line 6, column ',
    );
  });

  it('numbers of features that do not add up are an error', async () => {
    expect(await wrong({ xlc: FILES.xlc.replace('4\n', '5\n') })).toContain('xpxlc: xlc: line 1, column 1: ');
  });

  it('names that do not fit the model are an error', async () => {
    expect(await wrong({ xmap: XMAP.replace('3 b10\n2\n0 yes\n1 no\n', '3 b10\n1\n0 yes\n') })).toContain(
      "number of categories of 'b10'",
    );
  });

  it('tabs separate like blanks', async () => {
    const tabbed = await run(['-w', ...BASIC], { ...FILES, xlc: FILES.xlc.replaceAll(' ', '\t') });
    expect(tabbed).toMatchObject({ status: 0, stdout: (await run(['-w', ...BASIC], FILES)).stdout });
  });
});
