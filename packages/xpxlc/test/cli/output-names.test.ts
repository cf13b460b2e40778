// Names of outputs that are no names of files, or of other files than they say.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, LOANS, PEOPLE, xpxlc } from './program.ts';

describe('the name of an output', () => {
  it.each([
    [['predict', LOANS, 'people.csv', '-o', '']],
    [['features', LOANS, 'people.csv', '--plot', '']],
    [['report', LOANS, 'people.csv', '-o', '']],
  ])('must not be empty: %j', async (args) => {
    const above = folder();
    const cwd = join(above, 'in');
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'people.csv'), PEOPLE);
    const { status, stdout, stderr } = await xpxlc(args, { cwd });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('no name; expected the name of a file');
    expect([readdirSync(above), readdirSync(cwd)]).toEqual([['in'], ['people.csv']]);
  });

  it('of Parquet must not say that it is packed once more', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const args = ['predict', LOANS, 'people.csv', '-o', 'out.parquet.gz'];
    const { status, stderr } = await xpxlc(args, { cwd });
    expect([status, readdirSync(cwd)]).toEqual([3, ['people.csv']]);
    expect(stderr).toContain('Parquet is packed by itself; expected a name without .gz or .zst');
  });
});

describe('a report', () => {
  it('has no control characters, whatever the model and the table hold', async () => {
    const model = JSON.parse(readFileSync(LOANS, 'utf8'));
    model.classes = ['grant\u001b[31m', 'refuse\u0007'];
    model.tieOrder = model.classes;
    model.title = 'loans\u001b]0;owned\u0007';
    const cwd = folder({ 'model.json': JSON.stringify(model), 'people.csv': PEOPLE });
    const args = ['report', 'model.json', 'people.csv', '--rows', '0', '-o', 'out.html'];
    expect((await xpxlc(args, { cwd })).status).toBe(0);
    const html = readFileSync(join(cwd, 'out.html'), 'utf8');
    expect(html).toContain('grant\ufffd[31m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(html).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
  });
});
