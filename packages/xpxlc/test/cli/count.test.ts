// `xpxlc count`, as a user runs it.
import { describe, expect, it } from 'vitest';
import { folder, LOANS, PEOPLE, records, STATIONS, xpxlc } from './program.ts';

describe('xpxlc count', () => {
  it('counts the explanations of each row, by size and by feature', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const { status, stdout, stderr } = await xpxlc(
      ['count', LOANS, 'people.csv', '--key', 'name', '--format', 'ndjson'],
      { cwd },
    );
    expect([status, stderr]).toEqual([0, '']);
    // Drops 25, 25, 15, 30 of 40 points too many: any sets of more than 55 points.
    expect(records(stdout)[0]).toEqual({
      row: 0,
      id: 'Ada',
      class: 'grant',
      kind: 'axp',
      count: '3',
      complete: true,
      sizes: { '2': '2', '3': '1' },
      smallest: 2,
      largest: 3,
      mean: 7 / 3,
      frequency: { age: '2', income: '2', home: '1', 'late payments': '2' },
    });
  });

  it('draws bars for people, says when it stopped, and counts contrasts', async () => {
    const listener = 'R1=t,R2=f,R3=t,R4=f';
    const text = await xpxlc(['count', STATIONS, '--instance', listener]);
    expect(text.stdout).toBe(
      'row 0: Y, 1 explanation\n  size 2  1  ████████████████████████\n  R1  1  ████████████████████████\n  R2  1  ████████████████████████\n',
    );
    const contrasts = await xpxlc([
      'count',
      STATIONS,
      '--instance',
      listener,
      '--kind',
      'cxp',
      '--within',
      'R1: fixed',
    ]);
    expect(contrasts.stdout).toContain('row 0: Y, given that R1 = t: 1 contrast\n');
    const cwd = folder({ 'people.csv': PEOPLE });
    const cut = await xpxlc(['count', LOANS, 'people.csv', '--rows', '0', '--limit', '1'], {
      cwd,
    });
    expect(cut.stdout).toContain(
      'grant, more than 1 explanation (the numbers below are those of the first ones found)',
    );
  });

  it('keeps bad rows in their place and ends with 3', async () => {
    const cwd = folder({ 'people.csv': `${PEOPLE}Flo,17,1,own,0,grant\n` });
    const { status, stdout, stderr } = await xpxlc(['count', LOANS, 'people.csv', '--format', 'csv'], {
      cwd,
    });
    expect([status, stderr]).toEqual([3, 'xpxlc: 1 row could not be counted\n']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('row,id,class,kind,count,complete,smallest,largest,mean,sizes,frequency,error');
    expect(lines[1]).toBe(
      '0,,grant,axp,3,true,2,3,2.3333333333333335,"{""2"":""2"",""3"":""1""}","{""age"":""2"",""income"":""2"",""home"":""1"",""late payments"":""2""}",',
    );
    expect(lines[6]).toContain('out of bounds; expected 18 to 99, got 17');
  });

  /** A model of 40 yes/no features of different weights: its all-yes case has very many explanations. */
  function wide(): { readonly 'wide.json': string; readonly 'yes.csv': string } {
    const features = Array.from({ length: 40 }, (_, i) => ({
      name: `f${i}`,
      kind: 'categorical',
      values: ['no', 'yes'],
    }));
    const model = {
      format: 'xpxlc-model',
      version: 1,
      kind: 'linear',
      classes: ['a', 'b'],
      features,
      weights: [features.map((_, i) => [0, Math.sqrt(2 + i)])],
      intercept: [-90],
    };
    const head = features.map(({ name }) => name).join(',');
    return {
      'wide.json': JSON.stringify(model),
      'yes.csv': `${head}\n${features.map(() => 'yes').join(',')}\n${features.map((_, i) => (i < 3 ? 'no' : 'yes')).join(',')}\n`,
    };
  }

  it('counts billions without listing them, and draws or skips among them', async () => {
    const cwd = folder(wide());
    const ask = async (command: string, ...options: string[]) =>
      records(
        (await xpxlc([command, 'wide.json', 'yes.csv', '--format', 'ndjson', ...options], { cwd })).stdout,
      );
    const [row] = await ask('count');
    const total = BigInt(row.count);
    expect(total).toBeGreaterThan(10n ** 9n);
    const bySize = Object.values<string>(row.sizes).reduce((sum, number) => sum + BigInt(number), 0n);
    expect(bySize).toBe(total);
    const members = Object.entries<string>(row.sizes).reduce(
      (sum, [k, x]) => sum + BigInt(k) * BigInt(x),
      0n,
    );
    expect(Object.values<string>(row.frequency).reduce((sum, x) => sum + BigInt(x), 0n)).toBe(members);
    // The last two of them, and a sample that checks out.
    const [end] = await ask('explain', '--rows', '0', '--skip', String(total - 2n), '--limit', '5');
    expect([end.explanations.length, end.complete]).toEqual([2, true]);
    const [none] = await ask('explain', '--rows', '0', '--skip', String(total), '--limit', 'all');
    expect(none.explanations).toEqual([]);
    const drawn = await ask('explain', '--order', 'random', '--limit', '20', '--seed', '3');
    expect(drawn.map(({ explanations, complete }) => [explanations.length, complete])).toEqual([
      [20, false],
      [20, false],
    ]);
    expect(await ask('explain', '--order', 'random', '--limit', '20', '--seed', '3')).toEqual(drawn);
    expect(await ask('explain', '--order', 'random', '--limit', '20', '--seed', '4')).not.toEqual(drawn);
    const { status, stdout } = await xpxlc(
      ['check', 'wide.json', 'yes.csv', '--explanations', '-', '--format', 'ndjson'],
      { cwd, input: drawn.map((record) => JSON.stringify(record)).join('\n') },
    );
    expect(status).toBe(0);
    expect(records(stdout).filter(({ minimal }) => minimal).length).toBe(40);
  });

  it('gives the first explanations in the order of the search from any place on', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const ask = async (...options: string[]) =>
      records(
        (
          await xpxlc(
            ['explain', LOANS, 'people.csv', '--format', 'ndjson', '--order', 'search', ...options],
            { cwd },
          )
        ).stdout,
      ).map(({ explanations }) => explanations);
    for (const kind of ['axp', 'cxp']) {
      const all = await ask('--limit', 'all', '--kind', kind);
      expect(await ask('--limit', 'all', '--kind', kind, '--skip', '0')).toEqual(all);
      expect(await ask('--limit', '2', '--kind', kind, '--skip', '1')).toEqual(
        all.map((list) => list.slice(1, 3)),
      );
    }
  });

  it('says beyond the budget that it is, or bounds, or an estimate', async () => {
    const cwd = folder(wide());
    const ask = (...options: string[]) =>
      xpxlc(['count', 'wide.json', 'yes.csv', '--rows', '0', ...options], { cwd });
    const [{ count }] = records((await ask('--format', 'ndjson')).stdout);
    const poor = ['--max-steps', '100000'];
    const refused = await ask(...poor, '--format', 'ndjson');
    expect(refused.status).toBe(3);
    expect(records(refused.stdout)[0].error).toMatchObject({ code: 'count-too-large' });
    expect((await ask('--max-memory', '1')).stdout).toContain('error: ');
    const [bounded] = records(
      (await ask('--max-steps', '300000', '--too-many', 'bounds', '--format', 'ndjson')).stdout,
    );
    expect(bounded.complete).toBe(false);
    expect(bounded).not.toHaveProperty('count');
    expect(BigInt(bounded.bounds.lower)).toBeLessThanOrEqual(BigInt(count));
    expect(BigInt(bounded.bounds.upper)).toBeGreaterThanOrEqual(BigInt(count));
    const guess = await ask(...poor, '--too-many', 'estimate', '--seed', '5', '--format', 'ndjson');
    const [{ estimate }] = records(guess.stdout);
    expect(estimate.confidence).toBe(0.95);
    expect(Math.abs(estimate.count / Number(count) - 1)).toBeLessThan(0.05);
    expect((await ask('--max-steps', '300000', '--too-many', 'bounds')).stdout).toMatch(
      /between \d+ and \d+ explanations/,
    );
    expect((await ask(...poor, '--too-many', 'estimate')).stdout).toMatch(
      /about \d+.* \(95 %: .*; estimated/,
    );
  });

  it('leaves out sizes, then frequencies, where only they are beyond the budget', async () => {
    const cwd = folder(wide());
    const kinds = new Set<string>();
    const counts = new Set<string>();
    for (let steps = 2 ** 17; steps <= 2 ** 29; steps *= 4) {
      const { stdout } = await xpxlc(
        ['count', 'wide.json', 'yes.csv', '--rows', '0', '--max-steps', String(steps), '--format', 'ndjson'],
        { cwd },
      );
      const [record] = records(stdout);
      if (record.error === undefined) counts.add(record.count);
      kinds.add(['error', 'count', 'sizes', 'frequency'].filter((key) => key in record).join());
    }
    expect(counts.size).toBe(1);
    expect([...kinds]).toContain('error');
    expect([...kinds].at(-1)).toBe('count,sizes,frequency');
    expect([...kinds].some((kind) => kind === 'count' || kind === 'count,frequency')).toBe(true);
  }, 60_000);

  it('gives each feature its power, and counts pairs', async () => {
    const ask = (...options: string[]) =>
      xpxlc(['count', LOANS, '--instance', 'age=22,income=10,home=rent,late payments=5', ...options]);
    const [record] = records((await ask('--power', '--pairs', '--format', 'ndjson')).stdout);
    expect(record.power.income.shapleyShubik).toBeCloseTo(5 / 12, 15);
    for (const index of ['shapleyShubik', 'banzhafNormalized', 'deeganPackel', 'hollerPackel']) {
      const sum = Object.values<Record<string, number>>(record.power).reduce(
        (all, own) => all + own[index],
        0,
      );
      expect(sum).toBeCloseTo(1, 12);
    }
    expect(record.pairs).toEqual({
      age: { income: '1', home: '1', 'late payments': '1' },
      income: { home: '0', 'late payments': '1' },
      home: { 'late payments': '1' },
      'late payments': {},
    });
    const text = (await ask('--power')).stdout;
    expect(text).toMatch(/power +Shapley–Shubik +Banzhaf +Deegan–Packel +Holler–Packel/);
    expect(text).toMatch(/income +41\.7 %/);
    const [head, line] = (await ask('--power', '--pairs', '--format', 'csv')).stdout.split('\n');
    expect(head).toContain(',frequency,pairs,power,error');
    expect(line).toContain('shapleyShubik');
  });

  it.each([
    [['--limit', '5', '--power'], '--limit: cannot be combined with --power: that needs all explanations'],
    [['--max-steps', '0'], "argument '0' is invalid"],
    [['--max-memory', 'much'], "argument 'much' is invalid"],
    [['--too-many', 'hope'], "argument 'hope' is invalid"],
    [['--within', 'agee: fixed'], '--within: unknown feature'],
    [['--limit', '0'], "argument '0' is invalid"],
    [['--kind', 'both'], "argument 'both' is invalid"],
    [['--instance', 'age=3'], '--instance: cannot be combined with DATA'],
  ])('refuses %j', async (options, message) => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const { status, stdout, stderr } = await xpxlc(['count', LOANS, 'people.csv', ...options], { cwd });
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });
});
