import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { folder, LOAN_TABLE, LOANS, PEOPLE, STATIONS, xpxlc } from './program.ts';

const PHRASES = JSON.stringify({
  'late payments': { '3 or more': 'too many late payments' },
  income: { low: 'income too low', high: 'WRONG' },
});

function home(): string {
  return folder({ 'people.csv': PEOPLE, 'phrases.json': PHRASES, 'loans.json': readFileSync(LOANS) });
}

async function report(cwd: string, ...args: string[]): Promise<Document> {
  const { status, stderr } = await xpxlc(
    ['report', 'loans.json', 'people.csv', ...args, '-o', 'report.html'],
    { cwd },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return parseHTML(readFileSync(join(cwd, 'report.html'), 'utf8')).document;
}

function texts(document: Document, selector: string): string[] {
  return Array.from(document.querySelectorAll(selector), (element) => element.textContent ?? '');
}

it('reports on a refused applicant: decision, reasons in order and in phrases, contrasts, proof', async () => {
  const cwd = home();
  const document = await report(
    cwd,
    '--rows',
    '1',
    '--key',
    'name',
    '--adverse',
    'refuse',
    '--phrases',
    'phrases.json',
  );
  expect(texts(document, '.decision')).toEqual(['Decision: refuse, 10 points, 65 needed.']);
  expect(texts(document, '.reasons tbody td:nth-child(2)')).toEqual([
    'income too low',
    'too many late payments',
  ]);
  expect(texts(document, '.reasons tbody td:nth-child(4)')).toEqual(['40', '30']);
  expect(texts(document, '.reasons th')).toEqual([
    '#',
    'Reason',
    'In the model',
    'Worth (points)',
    'Decisive alone',
  ]);
  expect(texts(document, '.rule')).toEqual([
    'Every case with income < 20 k€ and late payments ≥ 3 is decided refuse, whatever its other values are.',
  ]);
  expect(texts(document, '.row ul li')[0]).toBe('A: grant if income ≥ 40 k€ and late payments = 0');
  expect(texts(document, 'h1')).toEqual(['Report on a decision']);
  expect(texts(document, 'header dd')[0]).toBe('name: Bo (row 2)');
});

it('says what it was made of, and with which command', async () => {
  const cwd = home();
  const document = await report(cwd, '--rows', '1', '--where', "name = 'Bo'");
  const hash = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(cwd, name)))
      .digest('hex');
  expect(texts(document, '.file code')).toEqual([hash('loans.json'), hash('people.csv')]);
  expect(texts(document, '.appendix dd code')).toEqual([
    `xpxlc report loans.json people.csv --rows 1 --where 'name = '\\''Bo'\\''' -o report.html`,
  ]);
  expect(document.documentElement.outerHTML).not.toContain(cwd);
});

it('is the same byte for byte, and has a date only if one is given', async () => {
  const cwd = home();
  await report(cwd);
  const first = readFileSync(join(cwd, 'report.html'));
  await report(cwd);
  expect(readFileSync(join(cwd, 'report.html')).equals(first)).toBe(true);
  expect(texts(await report(cwd, '--date', '1 May'), 'header dt')).toContain('Date');
  expect(texts(parseHTML(first.toString()).document, 'header dt')).not.toContain('Date');
});

it('has certificates that verify reads from the report itself, or copied from it', async () => {
  const cwd = home();
  const document = await report(cwd, '--rows', '0-3', '--within', 'age: fixed', '--adverse', 'refuse');
  const all = await xpxlc(['verify', 'report.html', '--model', 'loans.json'], { cwd });
  // Those of refused rows also prove what their reasons rest on.
  expect(all.stderr).toContain('certificates: 6 valid, 0 not valid');
  expect(all.status).toBe(0);
  writeFileSync(join(cwd, 'one.json'), texts(document, 'pre.certificate')[1]);
  const one = await xpxlc(['verify', 'one.json', '--model', 'loans.json'], { cwd });
  expect(one.stdout).toContain('row 1: valid');
  const html = readFileSync(join(cwd, 'report.html'), 'utf8');
  writeFileSync(
    join(cwd, 'forged.html'),
    html.replaceAll('&quot;margin&quot;:&quot;', '&quot;margin&quot;:&quot;1'),
  );
  expect((await xpxlc(['verify', 'forged.html', '--model', 'loans.json'], { cwd })).status).toBe(1);
  const none = await xpxlc(['verify'], { cwd, input: '<!doctype html><p>no</p>' });
  expect(none.stdout).toContain('no certificates in this page');
  expect(none.status).toBe(3);
});

describe('what is reported', () => {
  it('is a section per row of a short table', async () => {
    const document = await report(home(), '--key', 'name');
    expect(texts(document, 'section.row h2').length).toBe(5);
    expect(texts(document, 'header tbody th')[1]).toBe('name: Bo (row 2)');
  });

  it('is the population of a long one, and how to get rows', async () => {
    const cwd = folder();
    const trained = await xpxlc(
      ['train', LOAN_TABLE, '--actual', 'decision', '--bins', 'age=4', '--bins', 'income=4', '-o', 'm.json'],
      { cwd },
    );
    expect(trained.status).toBe(0);
    const { status, stdout } = await xpxlc(
      ['report', 'm.json', LOAN_TABLE, '--protected', 'age', '--format', 'html'],
      { cwd },
    );
    expect(status).toBe(0);
    const { document } = parseHTML(stdout);
    expect(texts(document, '.decision')).toEqual(['600 rows explained.']);
    expect(texts(document, '.note')[0]).toContain('--rows, --where or --predicted');
    const summary = await xpxlc(
      ['features', 'm.json', LOAN_TABLE, '--protected', 'age', '--format', 'json'],
      { cwd },
    );
    const [{ classes, rules, audit }] = JSON.parse(summary.stdout);
    expect(texts(document, 'table')[0]).toContain(`grant${classes.grant}`);
    expect(texts(document, 'table.long td:first-child')).toEqual(
      rules.map(({ rule }: { rule: string }) => rule),
    );
    expect(texts(document, 'h3')).toContain('Protected: age');
    expect(document.body.textContent).toContain(`every explanation uses it${audit.all}`);
  });

  it('is the population of chosen rows with --per table', async () => {
    const document = await report(home(), '--per', 'table', '--predicted', 'refuse');
    expect(texts(document, '.decision')).toEqual(['2 rows explained.']);
    expect(texts(document, 'header dd')).toContain('decided refuse');
  });

  it('is text to read, row by row, without a file that is HTML', async () => {
    const cwd = home();
    const { status, stdout } = await xpxlc(['report', 'loans.json', 'people.csv', '--predicted', 'refuse'], {
      cwd,
    });
    expect([status, stdout.match(/^Row \d$/gm)]).toEqual([0, ['Row 1', 'Row 2']]);
    expect(stdout).toContain('Decision\n  refuse, 10 points, 65 needed');
    const file = await xpxlc(
      ['report', 'loans.json', 'people.csv', '--predicted', 'refuse', '-o', 'report.txt'],
      { cwd },
    );
    expect([file.status, readFileSync(join(cwd, 'report.txt'), 'utf8')]).toEqual([0, stdout]);
  });

  it('is one case with --instance', async () => {
    const { status, stdout } = await xpxlc([
      'report',
      STATIONS,
      '--instance',
      'R1=t,R2=f,R3=t,R4=f',
      '--format',
      'html',
    ]);
    expect(status).toBe(0);
    expect(texts(parseHTML(stdout).document, '.rule')).toEqual([
      'Every case with R1 = t and R2 = f is decided Y, whatever its other values are.',
    ]);
  });

  it('is refused for more rows than allowed, and nothing is written', async () => {
    const cwd = home();
    const args = ['report', 'loans.json', LOAN_TABLE, '--per', 'row', '-o', 'r.html'];
    const { status, stderr } = await xpxlc(args, { cwd });
    expect(status).toBe(3);
    expect(stderr).toBe(
      'xpxlc: too many rows for a report; expected at most 500 rows, got more (choose fewer with --rows, or report on all together with --per table)\n',
    );
    expect(existsSync(join(cwd, 'r.html'))).toBe(false);
  });
});

it('shows bad rows with what is wrong, rows beyond the bounds with wider ones', async () => {
  const cwd = folder({
    'loans.json': readFileSync(LOANS),
    'people.csv': 'age,income,home,late payments\n20,10,rent,0\n20,x,rent,0\n120,10,rent,0\n',
  });
  const args = ['report', 'loans.json', 'people.csv', '--beyond-bounds', 'extend', '-o', 'report.html'];
  const { status, stderr } = await xpxlc(args, { cwd });
  expect({ status, stderr }).toEqual({ status: 3, stderr: 'xpxlc: 1 row could not be explained\n' });
  const { document } = parseHTML(readFileSync(join(cwd, 'report.html'), 'utf8'));
  expect(texts(document, '.error')[0]).toBe(
    "This row could not be explained: line 3, feature 'income': not a finite number; expected a finite number, got 'x'",
  );
  expect(texts(document, 'section.row h2')).toEqual(['Row 1', 'Row 2', 'Row 3']);
  expect(texts(document, 'section.row')[2]).toContain('extended bounds: age 18 to 120.');
  expect((await xpxlc(['verify', 'report.html', '--model', 'loans.json'], { cwd })).status).toBe(0);
});

it('asks about what may move only, and says so', async () => {
  const document = await report(
    home(),
    '--rows',
    '2',
    '--within',
    'age: fixed, income: up',
    '--target',
    'grant',
  );
  expect(texts(document, '.lead')).toEqual(Array(2).fill('Given that age = 41 years and income ≥ 35 k€:'));
  expect(texts(document, '.appendix dd')).toContain('age stays as it is and income may only rise');
});

describe('wrong usage', () => {
  it.each([
    [['-o', 'report.pdf'], 'print it to PDF from a browser'],
    [['-o', 'reasons.csv'], 'a report is text or HTML; xpxlc explain writes tables'],
    [['-o', 'r.txt', '--adverse', 'refuse'], '--adverse: needs -o FILE.html'],
    [['-o', 'phrases.json', '--phrases', 'phrases.json'], 'the output is one of the inputs'],
    [['-o', 'people.csv'], 'the output is one of the inputs'],
    [['--adverse', 'refused'], "did you mean 'refuse'?"],
    [['--adverse', 'refuse', '--target', 'refuse'], 'needs another class than --adverse'],
    [['--instance', 'age=1'], '--instance: cannot be combined with DATA'],
  ])('%j', async (args, message) => {
    const cwd = home();
    const before = readdirSync(cwd);
    const html = args.includes('-o') ? [] : ['--format', 'html'];
    const { status, stderr } = await xpxlc(['report', 'loans.json', 'people.csv', ...html, ...args], { cwd });
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(readdirSync(cwd)).toEqual(before);
  });

  it('standard input needs a choice', async () => {
    const { status, stderr } = await xpxlc(['report', LOANS, '--format', 'html'], {
      input: PEOPLE,
    });
    expect([status, stderr]).toEqual([
      2,
      'xpxlc: DATA on standard input: needs --rows, --where, --predicted or --per table\n',
    ]);
    const chosen = await xpxlc(['report', LOANS, '--predicted', 'refuse', '--format', 'html'], {
      input: PEOPLE,
    });
    expect(chosen.status).toBe(0);
    expect(texts(parseHTML(chosen.stdout).document, '.file td')[1]).toContain('standard input');
  });

  it('phrases that are wrong are told', async () => {
    const cwd = home();
    writeFileSync(join(cwd, 'phrases.json'), '{"incom": "x"}');
    const { status, stderr } = await xpxlc(
      ['report', 'loans.json', 'people.csv', '--phrases', 'phrases.json', '-o', 'r.html'],
      { cwd },
    );
    expect(stderr).toContain(
      "phrases.json: unknown feature; expected one of 'age', 'income', 'home', 'late payments', got 'incom' (did you mean 'income'?)",
    );
    expect(status).toBe(3);
  });
});
