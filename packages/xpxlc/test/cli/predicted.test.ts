// `--predicted`: rows by the class that the model gives them, as a user asks for them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manyLoans } from '../batch/runs.ts';
import { folder, LOANS, PEOPLE, records, xpxlc } from './program.ts';

const COMMANDS: readonly (readonly [string, readonly string[]])[] = [
  ['explain', ['--kind', 'both']],
  ['precise', []],
  ['predict', ['--actual', 'decision']],
  ['count', []],
  ['features', ['--per', 'row']],
];

describe('--predicted', () => {
  it.each(COMMANDS)('xpxlc %s %j answers the rows of that class, and no others', async (command, options) => {
    const cwd = folder({ 'people.csv': `${PEOPLE}Flo,17,1,own,0,grant\n` });
    const ask = (...more: readonly string[]) =>
      xpxlc([command, LOANS, 'people.csv', ...options, '--format', 'ndjson', '--key', 'name', ...more], {
        cwd,
      });
    const all = await ask();
    const some = await ask('--predicted', 'refuse');
    expect([all.status, some.status]).toEqual([3, 3]);
    // A row that cannot be predicted is reported, whatever was asked for.
    const refused = records(all.stdout).filter((line) => line.class === 'refuse' || 'error' in line);
    expect(refused.map(({ id }) => id)).toEqual(['Bo', 'Cy', 'Flo']);
    expect(records(some.stdout)).toEqual(refused);
    expect(records((await ask('--predicted', 'grant,refuse')).stdout)).toEqual(records(all.stdout));
    const both = await ask('--predicted', 'grant', '--predicted', 'refuse');
    expect(both.stdout).toBe(all.stdout);
  });

  it('goes together with --rows, --where and the summary of features', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const { stdout } = await xpxlc(
      ['explain', LOANS, 'people.csv', '--predicted', 'grant', '--rows', '1-4', '--where', 'age > 40'],
      { cwd },
    );
    expect(stdout.match(/^row \d+/gm)).toEqual(['row 4']);
    const summed = await xpxlc(
      ['features', LOANS, 'people.csv', '--predicted', 'refuse', '--format', 'json'],
      { cwd },
    );
    expect(JSON.parse(summed.stdout)[0]).toMatchObject({ rows: 2, classes: { refuse: 2 } });
  });

  it.each(['reasons.ndjson', 'reasons.csv', 'reasons.parquet'])(
    'gives the same file with one thread and with several: %s',
    async (name) => {
      const cwd = folder({ 'many.csv': manyLoans(150) });
      const write = async (output: string, ...more: readonly string[]): Promise<Buffer> => {
        const { status } = await xpxlc(['explain', LOANS, 'many.csv', ...more, '-o', output], { cwd });
        expect(status).toBe(3); // some rows are bad
        return readFileSync(join(cwd, output));
      };
      const refused = ['--predicted', 'refuse'];
      const one = await write(`1-${name}`, ...refused, '--jobs', '1');
      expect((await write(`2-${name}`, ...refused, '--jobs', '2')).equals(one)).toBe(true);
      if (!name.endsWith('.ndjson')) return;
      const lines = (await write(`all-${name}`)).toString().split('\n');
      expect(one.toString()).toBe(lines.filter((line) => !line.includes('"class":"grant"')).join('\n'));
    },
  );

  it('refuses a class that the model does not have, and a case', async () => {
    const unknown = await xpxlc(['explain', LOANS, '--predicted', 'deny']);
    expect([unknown.status, unknown.stderr]).toEqual([
      2,
      "xpxlc: --predicted: unknown class; expected one of 'refuse', 'grant', got 'deny'\n",
    ]);
    const one = await xpxlc([
      'explain',
      LOANS,
      '--predicted',
      'grant',
      '--instance',
      'age=42,income=36,home=own,late payments=0',
    ]);
    expect([one.status, one.stderr]).toEqual([2, 'xpxlc: --predicted: cannot be combined with --instance\n']);
  });
});
