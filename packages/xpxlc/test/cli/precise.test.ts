// `xpxlc precise`, as a user runs it.
import { join } from 'node:path';
import { predict, reduce } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { loadModel } from '../../src/import/load-model.ts';
import { openTable } from '../../src/table/source.ts';
import { folder, LOAN_TABLE, LOANS, PEOPLE, records, xpxlc } from './program.ts';

const FEATURES = ['age', 'income', 'home', 'late payments'];

describe('xpxlc precise', () => {
  it('finds a smallest set that holds often enough among people like those in the table', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const classifier = reduce((await loadModel(LOANS)).model);
    const people = PEOPLE.trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').slice(1, 5));
    const classOf = ([age, income, home, late]: readonly string[]): string =>
      predict(classifier, [Number(age), Number(income), home, Number(late)]).class;
    /** Held values of one, each other value of anyone: how often the class stays. */
    const precision = (own: readonly string[], held: readonly number[]): number => {
      const mixed = FEATURES.reduce<string[][]>(
        (all, _, i) =>
          all.flatMap((start) => (held.includes(i) ? [own] : people).map((who) => [...start, who[i]])),
        [[]],
      );
      return mixed.filter((one) => classOf(one) === classOf(own)).length / mixed.length;
    };
    const sets = Array.from({ length: 16 }, (_, mask) =>
      FEATURES.flatMap((_, i) => (mask & (1 << i) ? [i] : [])),
    );
    for (const asked of ['0.5', '0.9', '1']) {
      const ran = await xpxlc(
        [
          'precise',
          LOANS,
          'people.csv',
          '--precision',
          asked,
          '--distribution',
          'data',
          '--format',
          'ndjson',
        ],
        { cwd },
      );
      expect([ran.status, ran.stderr]).toEqual([0, '']);
      const found = records(ran.stdout);
      expect(found).toHaveLength(5);
      for (const [r, record] of found.entries()) {
        const own = people[r];
        const set = record.features.map((name: string) => FEATURES.indexOf(name));
        const holds = sets.filter((other) => precision(own, other) >= Number(asked));
        expect(record.precision).toMatchObject({ low: precision(own, set), high: precision(own, set) });
        expect(precision(own, set)).toBeGreaterThanOrEqual(Number(asked));
        expect([record.smallest, record.size, record.atLeast]).toEqual([
          true,
          Math.min(...holds.map(({ length }) => length)),
          record.size,
        ]);
        expect(record.gap).toBe(record.always.size - record.size);
        expect(record.rule).toBe(
          record.size === 0
            ? `${record.precision.low === 1 ? 'ALWAYS' : 'USUALLY'} ${record.class}`
            : `IF ${record.literals.join(' AND ')} THEN ${record.class}`,
        );
      }
    }
  });

  it('says it in plain words, and is the same in every format and number of threads', async () => {
    const cwd = folder({ 'people.csv': `${PEOPLE}Flo,x,1,own,0,grant\n` });
    const ask = (...args: string[]) =>
      xpxlc(['precise', LOANS, 'people.csv', '--precision', '0.9', '--key', 'name', ...args], { cwd });
    const text = await ask();
    expect(text.status).toBe(3);
    expect(text.stdout).toMatch(
      /row 0 \(Ada\): grant, 105 points, 65 needed\n {2}holds in at least 90 % of cases \(9\d\.\d %, applies to \d+\.\d %\): IF .* THEN grant\n {2}always: IF .* THEN grant\n/,
    );
    expect(text.stdout).toContain('row 5 (Flo): error: ');
    const one = await ask('--format', 'ndjson', '--jobs', '1');
    expect((await ask('--format', 'ndjson', '--jobs', '2')).stdout).toBe(one.stdout);
    for (const file of ['out.csv', 'out.parquet']) {
      expect((await ask('-o', file)).status).toBe(3);
      const table = await openTable(join(cwd, file));
      const always = file.endsWith('csv') ? 'always' : 'to_json(always)';
      const rows = await table.query(
        `SELECT id, precision_low, gap, ${always}::VARCHAR FROM ${table.relation}`,
      );
      table.close();
      expect(rows.map((row) => row.map(String))).toEqual(
        records(one.stdout).map(({ id, precision, gap, always: whole }) => [
          id,
          ...(precision === undefined
            ? ['null', 'null', 'null']
            : [String(precision.low), String(gap), JSON.stringify(whole.features)]),
        ]),
      );
    }
  });

  it('asks the model for its own distribution where it has one', async () => {
    const cwd = folder();
    await xpxlc(
      ['train', LOAN_TABLE, '--actual', 'decision', '--bins', 'age=4', '--bins', 'income=4', '-o', 'm.json'],
      {
        cwd,
      },
    );
    const ask = (distribution: string) =>
      xpxlc(
        [
          'precise',
          'm.json',
          LOAN_TABLE,
          '--rows',
          '0-9',
          '--precision',
          '0.9',
          '--distribution',
          distribution,
          '--format',
          'ndjson',
        ],
        { cwd },
      );
    const [model, uniform] = await Promise.all([ask('model'), ask('uniform')]);
    expect(model.status).toBe(0);
    expect(records(model.stdout).every(({ precision }) => precision.low >= 0.9)).toBe(true);
    expect(records(model.stdout).some(({ gap }) => gap > 0)).toBe(true);
    // The bins of a trained model have no ends.
    expect([uniform.status, uniform.stdout]).toEqual([3, '']);
    expect(uniform.stderr).toMatch(
      /feature 'age': no uniform distribution without bounds; .*\(--distribution data/,
    );
  });

  it('takes one case, and refuses what makes no sense', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const one = await xpxlc([
      'precise',
      LOANS,
      '--instance',
      'age=42,income=36,home=own,late payments=0',
      '--precision',
      '0.9',
    ]);
    expect(one.stdout).toContain(
      ': IF late payments = 0 THEN grant\n  always: IF age in [35, 50) years AND ',
    );
    const cases: [string[], RegExp][] = [
      [['--precision', '1.5'], /expected a number from 0 to 1/],
      [['--distribution', 'theirs'], /Allowed choices are uniform, model, data/],
    ];
    for (const [args, message] of cases) {
      const ran = await xpxlc(['precise', LOANS, 'people.csv', ...args], { cwd });
      expect([ran.status, ran.stdout]).toEqual([2, '']);
      expect(ran.stderr).toMatch(message);
    }
    const stdin = await xpxlc(['precise', LOANS, '--precision', '0.9', '--distribution', 'data'], {
      input: PEOPLE,
    });
    expect([stdin.status, stdin.stderr]).toEqual([2, expect.stringContaining('DATA that is a file')]);
    const linear = await xpxlc(
      ['precise', LOANS, 'people.csv', '--precision', '0.9', '--distribution', 'model'],
      { cwd },
    );
    expect([linear.status, linear.stdout]).toEqual([3, '']);
  });
});
