// The command line as a whole. Expected texts are those of the original program on the same files.
import { describe, expect, it } from 'vitest';
import { BASIC, FILES, files, INST, NAMED, XLC } from './fixtures.ts';
import { run } from './world.ts';

const SUMMARY = `
XPXLC summary:
Target explanations:      all
Number of explanations:   3
Histogram size: 4
Literal distribution in explanations:
b10=yes: 1
Wind=low: 2
'home town'='Bad Ems': 2
Age=18<??<=30: 2
`;
const STATISTICS = `
XPXLC stats:
Target explanations:      all
Number of explanations:   3
Average explanation size: 2.33
Smallest explanation:     2
Largest explanation:      3
`;

describe('listing', () => {
  it('writes explanations in the order of the search, literals in that of their bytes', async () => {
    expect(await run(['-w', ...NAMED], FILES)).toMatchObject({
      status: 0,
      stdout: `Expl: 'home town'='Bad Ems' Wind=low
Expl: Age=18<??<=30 Wind=low
Expl: 'home town'='Bad Ems' Age=18<??<=30 b10=yes
`,
      stderr: '',
    });
  });

  it('numbers features and categories without names', async () => {
    const { stdout } = await run(['-w', ...BASIC], FILES);
    expect(stdout).toBe('Expl: v0=0 v1=0\nExpl: v0=0 v2=0\nExpl: v1=0 v2=0 v3=0\n');
  });

  it('puts v10 before v2', async () => {
    const tables = Array.from({ length: 11 }, (_, i) => (i === 2 || i === 10 ? '1 -1' : '0 0'));
    const { stdout } = await run(
      ['-w', ...BASIC],
      files(
        '-1',
        tables,
        tables.map(() => 0),
      ),
    );
    expect(stdout).toBe('Expl: v10=0 v2=0\n');
  });

  it('writes sizes with -v, and what is left of Φ with -k', async () => {
    expect((await run(['-wv', ...BASIC], FILES)).stdout).toBe(
      'Expl_(#2/4): v0=0 v1=0\nExpl_(#2/4): v0=0 v2=0\nExpl_(#3/4): v1=0 v2=0 v3=0\n',
    );
    expect((await run(['-w', '-v', '-k', '1', ...BASIC], FILES)).stdout).toBe(
      'Expl_(#2/4;W:-1.75): v0=0 v1=0\nExpl_(#2/4;W:-0.75): v0=0 v2=0\nExpl_(#3/4;W:-0.50): v1=0 v2=0 v3=0\n',
    );
  });

  it('has no other use for -v and -k, nor any for -x and -d', async () => {
    const plain = (await run(['-w', ...BASIC], FILES)).stdout;
    expect((await run(['-w', '-k2', '-x', '-d', ...BASIC], FILES)).stdout).toBe(plain);
    expect(await run(['-v', ...BASIC], FILES)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('writes a summary, then statistics', async () => {
    expect((await run(['-t', '-s', ...NAMED], FILES)).stdout).toBe(SUMMARY + STATISTICS);
    const { stdout } = await run(['-w', '-t', '-s', ...NAMED], FILES);
    expect(stdout.endsWith(`b10=yes\n${SUMMARY}${STATISTICS}`)).toBe(true);
  });

  it('heads them with the name of the program as invoked', async () => {
    const { stdout } = await run(['-t', ...BASIC], FILES, { program: '/usr/bin/my-Tool.pl' });
    expect(stdout).toContain('\nMY-TOOL.PL stats:\n');
  });

  it('writes nothing when nothing is asked for', async () => {
    expect(await run(NAMED, FILES)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('stops after -n explanations and counts only these', async () => {
    const { stdout } = await run(['-wts', '-n2', ...BASIC], FILES);
    expect(stdout).toBe(`Expl: v0=0 v1=0
Expl: v0=0 v2=0

XPXLC summary:
Target explanations:      2
Number of explanations:   2
Histogram size: 3
Literal distribution in explanations:
v1=0: 1
v2=0: 1
v0=0: 2

XPXLC stats:
Target explanations:      2
Number of explanations:   2
Average explanation size: 2.00
Smallest explanation:     2
Largest explanation:      2
`);
    expect((await run(['-ts', '-n2', ...BASIC], FILES)).stdout).toBe(
      stdout.slice(stdout.indexOf('\n\n') + 1),
    );
  });

  it.each(['0', '-2', '2.5', '99', 'inf'])('lists all with -n %s, and repeats it as it is', async (n) => {
    const { stdout } = await run(['-wt', '-n', n, ...BASIC], FILES);
    expect(stdout.match(/^Expl:/gm)).toHaveLength(3);
    expect(stdout).toContain(`Target explanations:      ${n}\n`);
  });

  it('says so when -n is not a number', async () => {
    expect((await run(['-w', '-n', 'x', ...BASIC], FILES)).stderr).toBe(
      "-n 'x' is not a number: taken for all\n",
    );
    const { stdout, stderr } = await run(['-w', '-n', '2x', ...BASIC], FILES);
    expect(stdout.match(/^Expl:/gm)).toHaveLength(2);
    expect(stderr).toBe("-n '2x' is not a number: taken for 2\n");
  });

  it('writes the empty explanation with a blank when the prediction cannot change', async () => {
    const { stdout } = await run(['-wvst', ...BASIC], files('9', ['1 0', '0 1'], [0, 0]));
    expect(stdout.startsWith('Expl_(#0/2): \n\nXPXLC summary:\n')).toBe(true);
    expect(stdout).toContain('Histogram size: 0\nLiteral distribution in explanations:\n\nXPXLC stats:');
    expect(stdout).toContain(
      'Average explanation size: 0.00\nSmallest explanation:     0\nLargest explanation:      0\n',
    );
  });

  it('explains the second class as well', async () => {
    const { stdout } = await run(['-wv', '-k1', ...BASIC], { xlc: XLC, inst: '4\n1\n2\n1\n1\n1\n' });
    expect(stdout).toBe(
      'Expl_(#2/4;W:-2.50): v0=1 v1=2\nExpl_(#2/4;W:-1.50): v0=1 v2=1\nExpl_(#2/4;W:-0.25): v0=1 v3=1\nExpl_(#2/4;W:-0.50): v1=2 v2=1\n',
    );
  });

  it('keeps the bytes of names, whatever their encoding', async () => {
    const xmap = (label: Uint8Array) =>
      Buffer.concat([Buffer.from('0\n1\n0\n1\n0 Gr'), label, Buffer.from('e\n2\n0 a\n1 b\n')]);
    const model = files('0', ['1 -1'], [0]);
    const args = ['-w', ...NAMED];
    expect((await run(args, { ...model, xmap: xmap(Buffer.from('öß')) })).stdout).toBe('Expl: Größe=a\n');
    expect((await run(args, { ...model, xmap: xmap(Buffer.of(0xf6, 0xdf)) })).bytes).toEqual(
      Buffer.concat([Buffer.from('Expl: Gr'), Buffer.of(0xf6, 0xdf), Buffer.from('e=a\n')]),
    );
  });

  it('lists in the order of 15 digits where the drops differ beyond them', async () => {
    // 0.3 and 0.1 + 0.2 print alike: the first comes first though it is lighter by one unit in the last place.
    const model = files('-0.5', ['0.3 0', '0.30000000000000004 0', '0.2 0'], [0, 0, 0]);
    expect((await run(['-w', ...BASIC], model)).stdout).toBe('Expl: v0=0 v1=0\nExpl: v1=0 v2=0\n');
    const wider = files('-0.25', ['0.3 0', '0.30000000000000004 0', '0.2 0'], [0, 0, 0]);
    expect((await run(['-w', ...BASIC], wider)).stdout).toBe('Expl: v0=0\nExpl: v1=0\n');
  });

  it('lists a hundred thousand explanations without a word in between', async () => {
    const tables = Array.from({ length: 24 }, (_, i) => `${i % 3 === 0 ? 1.25 : 1} -1`);
    const { stdout } = await run(
      ['-wt', '-n', '100000', ...BASIC],
      files(
        '-13',
        tables,
        tables.map(() => 0),
      ),
    );
    const lines = stdout.split('\n');
    expect(lines.findIndex((line) => !/^Expl:(?: v\d+=0)+$/.test(line))).toBe(100000);
    expect(new Set(lines.slice(0, 100000)).size).toBe(100000);
  });
});

describe('the class of an instance', () => {
  it.each([
    ['beyond those of the model', '7'],
    ['below them', '-1'],
    ['beyond the whole numbers', '99999999999999999999'],
    ['with a fraction', '1.5'],
    ['with letters before it', 'class 1'],
    ['several times', '0\n1\n\n5 '],
    ['not at all', ''],
  ])('means nothing: %s', async (_, label) => {
    const { stdout } = await run(['-w', ...BASIC], FILES);
    const inst = `4\n0\n0\n0\n0\n${label}\n`;
    expect(await run(['-w', ...BASIC], { ...FILES, inst })).toMatchObject({ status: 0, stdout, stderr: '' });
  });

  it.each(['spam', '1 x', '0\nspam'])('is refused where no digit ends the line: %j', async (label) => {
    const inst = `4\n0\n0\n0\n0\n${label}\n`;
    const { status, stdout, stderr } = await run(['-w', ...BASIC], { ...FILES, inst });
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(
      /^xpxlc: inst: line [67], column 1: not a class; expected a line that ends in a digit/,
    );
  });
});

describe('signals with -C', () => {
  const tables = Array.from({ length: 40 }, (_, i) => `${1 + i / 64} -1`);
  const many = files(
    '-20',
    tables,
    tables.map(() => 0),
  );

  it('end the run with statistics, then summary, and status 20', async () => {
    const { status, stdout } = await run(['-C', '-ts', ...BASIC], many, { signalAt: 2 });
    expect(status).toBe(20);
    expect(
      stdout.startsWith('\nReceived system signal. Cleaning up & terminating...\n\nXPXLC stats:\n'),
    ).toBe(true);
    const count = Number(/Number of explanations: {3}(\d+)\n/.exec(stdout)?.[1]);
    expect(count).toBeGreaterThan(0);
    expect(stdout.indexOf('XPXLC summary:')).toBeGreaterThan(stdout.indexOf('Largest explanation:'));
    expect(stdout.match(/Number of explanations: +(\d+)/g)).toHaveLength(2);
  });

  it('leave only whole lines behind', async () => {
    const { status, stdout } = await run(['-C', '-wt', ...BASIC], many, { signalAt: 2 });
    expect(status).toBe(20);
    const [listed, rest] = stdout.split('\nReceived system signal.');
    const lines = listed.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.every((line) => /^Expl:(?: v\d+=0)+$/.test(line))).toBe(true);
    expect(rest).toContain(`Number of explanations:   ${lines.length}\n`);
  });

  it('do nothing to a run that ends before', async () => {
    expect(await run(['-C', '-ts', ...NAMED], FILES)).toMatchObject({
      status: 0,
      stdout: SUMMARY + STATISTICS,
    });
  });
});

describe('-p', () => {
  it('writes to the file what would go to standard output', async () => {
    const plain = await run(['-wts', ...NAMED], FILES);
    const { status, stdout, files: after } = await run(['-wts', '-p', 'out', ...NAMED], FILES);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(after.out).toBe(plain.stdout);
  });

  it('leaves an old file alone when the input is wrong', async () => {
    const { status, files: after } = await run(['-w', '-p', 'out', ...BASIC], {
      ...FILES,
      inst: '3\n',
      out: 'old',
    });
    expect(status).toBe(3);
    expect(after.out).toBe('old');
  });

  it('refuses to overwrite an input', async () => {
    const { status, stderr, files: after } = await run(['-w', '-p', 'xlc', ...BASIC], FILES);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'xpxlc: -p xlc would overwrite the input xlc\n',
    });
    expect(after.xlc).toBe(XLC);
  });

  it('says so when the file cannot be written', async () => {
    expect(await run(['-w', '-p', 'no/where', ...BASIC], FILES)).toMatchObject({
      status: 3,
      stderr: 'xpxlc: cannot write no/where: there is no such file\n',
    });
  });
});

describe('-c', () => {
  const check = (xpl: string, ...more: string[]) => run(['-c', 'xpl', ...more, ...NAMED], { ...FILES, xpl });

  it('gives a verdict on every explanation, and ignores what is for listing', async () => {
    const { status, stdout } = await check(
      `c a comment
Expl: Wind=low 'home town'='Bad Ems'

Expl_(#1/4): Wind=low
Expl: Wind=low  b10=yes 'home town'='Bad Ems' Age=18<??<=30
Expl:
`,
      '-wts',
      '-n1',
    );
    expect(status).toBe(0);
    expect(
      stdout,
    ).toBe(`Expl: Wind=low 'home town'='Bad Ems'    =>    Confirmed as (subset-minimal) explanation
Expl: Wind=low    =>    NOT an explanation, i.e. entailment does not hold
Expl: Wind=low b10=yes 'home town'='Bad Ems' Age=18<??<=30    =>    Redundant explanation. Example of redundant literals: Wind=low b10=yes 'home town'='Bad Ems' Age=18<??<=30
Expl:     =>    NOT an explanation, i.e. entailment does not hold
`);
  });

  it('writes nothing for an empty file', async () => {
    expect(await check('')).toMatchObject({ status: 0, stdout: '' });
  });

  it('passes over whatever stands in front', async () => {
    expect((await check('1. Wind=low Age=18<??<=30\n')).stdout).toBe(
      'Expl: Wind=low Age=18<??<=30    =>    Confirmed as (subset-minimal) explanation\n',
    );
  });

  it('refuses a line that would lose its first literal', async () => {
    expect(await check('Expl: Wind=low\n\nWind=low Age=18<??<=30\n')).toMatchObject({
      status: 3,
      stdout: '',
      stderr:
        "xpxlc: xpl: line 3, column 1: not an explanation; expected 'Expl: ' before the literals, got 'Wind=low'\n",
    });
  });

  it('confirms all that -w writes, with summary and statistics behind it', async () => {
    const { stdout } = await run(['-wvts', '-k1', ...NAMED], FILES);
    expect((await check(stdout)).stdout.match(/Confirmed/g)).toHaveLength(3);
  });

  it('writes to the file of -p', async () => {
    const { stdout, files: after } = await check('Expl: Wind=low\n', '-p', 'out');
    expect(stdout).toBe('');
    expect(after.out).toContain('NOT an explanation');
  });
});

describe('-r', () => {
  const repair = async (line: string): Promise<string> =>
    (await run(['-r', '-c', 'xpl', ...BASIC], { ...FILES, xpl: `${line}\n` })).stdout
      .split('\n')
      .slice(1)
      .join('\n');

  it('adds what is missing, as little as possible', async () => {
    expect(await repair('Expl: v2=0')).toBe('Expl_(repaired): v0=0 v2=0\n');
  });

  it('leaves out what is not needed', async () => {
    expect(await repair('Expl: v3=0 v2=0 v1=0 v0=0')).toMatch(
      /^Expl_\(repaired\): (?:v0=0 v1=0|v0=0 v2=0|v1=0 v2=0 v3=0)\n$/,
    );
  });

  it('puts literals of the instance in place of others', async () => {
    expect(await repair('Expl: v1=1 v0=0')).toBe('Expl_(repaired): v0=0 v1=0\n');
  });

  it('has nothing to say to a minimal explanation', async () => {
    expect(await repair('Expl: v0=0 v1=0')).toBe('');
  });

  it('writes what -c confirms', async () => {
    const { stdout } = await run(['-r', '-c', 'xpl', ...NAMED], { ...FILES, xpl: 'Expl: b10=yes\nExpl:\n' });
    const repaired = stdout.split('\n').filter((line) => line.startsWith('Expl_(repaired): '));
    expect(repaired).toHaveLength(2);
    const again = await run(['-c', 'xpl', ...NAMED], { ...FILES, xpl: `${repaired.join('\n')}\n` });
    expect(again.stdout.match(/Confirmed/g)).toHaveLength(2);
  });
});

describe('numeric features', () => {
  const model = { xlc: '2\n-1\n1\n0.5\n1\n2 1 -1\n', inst: '2\n3\n0\n' };

  it('are refused without bounds, and the message says how to give them', async () => {
    const { status, stdout, stderr } = await run(['-w', ...BASIC], model);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toMatch(
      /^xpxlc: xlc: line 3, column 1: numeric features without bounds.*'v0'.*--bounds FILE/,
    );
  });

  it('are explained with bounds', async () => {
    const bounds = 'v0,0,4\n';
    const { status, stdout } = await run(['-wv', '-k1', '--bounds', 'b', ...BASIC], { ...model, b: bounds });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'Expl_(#2/2;W:-1.50): v0=3 v1=0\n' });
    const checked = await run(['-c', 'xpl', '--bounds=b', ...BASIC], {
      ...model,
      b: bounds,
      xpl: 'Expl: v1=0 v0=3\nExpl: v0=3\nExpl: v0>=3 v1=0\n',
    });
    expect(checked.stdout.match(/Confirmed|entailment|does not have/g)).toEqual([
      'Confirmed',
      'entailment',
      'does not have',
    ]);
  });

  it('are in every explanation when they can move without end', async () => {
    const { stdout } = await run(['-wst', '--bounds', 'b', ...BASIC], { ...model, b: 'v0,,4\n' });
    expect(stdout).toContain('Expl: v0=3 v1=0\n\n');
    const alone = await run(['-w', '--bounds', 'b', '-c', 'x', ...BASIC], {
      ...model,
      b: 'v0,,4\n',
      x: 'Expl: v1=0\n',
    });
    expect(alone.stdout).toContain('entailment does not hold');
  });
});

describe('help and usage', () => {
  it('-h wins over everything', async () => {
    const { status, stdout, stderr } = await run(['-h', '-f'], {});
    expect(status).toBe(0);
    expect(stdout).toMatch(/^xpxlc: .*\n\nUsage: xpxlc \[-h\]/);
    expect(stderr).toBe('Option -f without a value: ignored\n');
  });

  it.each([[['-w']], [['-f', 'xlc']], [['-i', 'inst']], [[]]])(
    '%j shows the usage, status 255',
    async (args) => {
      const { status, stdout, stderr } = await run(args, FILES, { program: './bin/xpxlc' });
      expect({ status, stdout }).toEqual({ status: 255, stdout: '' });
      expect(stderr).toMatch(/^Usage: \.\/bin\/xpxlc \[-h\] .*-i INST -f XLC\n$/);
    },
  );

  it('goes on after an unknown option', async () => {
    const { status, stdout, stderr } = await run(['-wZ', ...BASIC], FILES);
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'Unknown option: Z\n' });
    expect(stdout.match(/^Expl:/gm)).toHaveLength(3);
  });
});

describe('what goes wrong', () => {
  it('names a file that is not there', async () => {
    expect(await run(['-f', 'nowhere', '-i', 'inst'], FILES)).toMatchObject({
      status: 3,
      stdout: '',
      stderr: 'xpxlc: cannot read nowhere: there is no such file\n',
    });
  });

  it('names file, line and column of what cannot be read', async () => {
    expect((await run(BASIC, { xlc: XLC.replace('-1.5', 'x'), inst: INST })).stderr).toBe(
      "xpxlc: xlc: line 6, column 9: not a number; expected a decimal number, got 'x'\n",
    );
  });

  it('shows names in messages as people read them', async () => {
    const { status, stderr } = await run(['-c', 'xpl', ...NAMED], { ...FILES, xpl: 'Expl: Größe=5\n' });
    expect(status).toBe(3);
    expect(stderr).toContain("got 'Größe=5'");
  });

  it('ends quietly when nobody reads any more', async () => {
    expect(await run(['-w', ...BASIC], FILES, { failing: { after: 0, code: 'EPIPE' } })).toMatchObject({
      status: 141,
      stdout: '',
      stderr: '',
    });
  });

  it('says so when the output cannot be written', async () => {
    expect(await run(['-w', ...BASIC], FILES, { failing: { after: 0, code: 'ENOSPC' } })).toMatchObject({
      status: 3,
      stderr: 'xpxlc: cannot write the output: no space left\n',
    });
  });
});
