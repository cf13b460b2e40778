// What one row may cost.
import { describe, expect, it } from 'vitest';
import { folder, LOAN_TABLE, LOANS, type Ran, records, xpxlc } from '../cli/program.ts';
import { wideFiles } from './runs.ts';

describe('a budget for each row', () => {
  it('gives what is found until the time is over, and says so', async () => {
    const cwd = folder(wideFiles(44));
    const run = (...options: string[]): Promise<Ran> =>
      xpxlc(['explain', 'wide.json', 'one.csv', '--limit', 'all', '--max-time', '0.2', ...options], { cwd });
    const [record] = records((await run('--format', 'ndjson')).stdout);
    expect(record).toMatchObject({ complete: false, stopped: 'max-time' });
    expect(record.explanations.length).toBeGreaterThan(100);
    const text = (await run()).stdout;
    expect(text.trimEnd().split('\n').at(-1)).toBe('  … and there may be more (max-time)');
    const csv = (await run('--format', 'csv')).stdout.trimEnd().split('\n');
    expect(csv.at(-1)).toMatch(/,false,$/);
    expect(csv[1]).toMatch(/,,$/);
    const contrasts = records((await run('--format', 'ndjson', '--kind', 'cxp')).stdout)[0];
    expect(contrasts).toMatchObject({ complete: false, stopped: 'max-time' });
  }, 60_000);

  it('gives so many explanations, and says so only when there are more', async () => {
    const cwd = folder(wideFiles(12));
    const run = async (...options: string[]) =>
      records(
        (await xpxlc(['explain', 'wide.json', 'one.csv', '--format', 'ndjson', ...options], { cwd })).stdout,
      )[0];
    const all = await run('--limit', 'all');
    const total = all.explanations.length;
    expect(all.complete).toBe(true);
    expect(total).toBeGreaterThan(20);
    expect(await run('--limit', String(total))).toEqual(all);
    const limited = await run('--limit', '7');
    expect(limited).toMatchObject({ complete: false, explanations: all.explanations.slice(0, 7) });
    expect(limited).not.toHaveProperty('stopped');
  });

  it.each(['0', '-1', 'soon', ''])('refuses %j seconds', async (seconds) => {
    const ran = await xpxlc(['explain', LOANS, LOAN_TABLE, `--max-time=${seconds}`]);
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain('--max-time');
  });
});
