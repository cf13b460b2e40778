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
      '--fixed',
      'R1',
    ]);
    expect(contrasts.stdout).toContain('row 0: Y, 1 contrast\n');
    const cwd = folder({ 'people.csv': PEOPLE });
    const cut = await xpxlc(['count', LOANS, 'people.csv', '--rows', '0', '--max-explanations', '1'], {
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

  it.each([
    [['--fixed', 'age'], '--fixed: options that do not go together'],
    [['--kind', 'cxp', '--fixed', 'agee'], '--fixed: unknown feature'],
    [['--max-explanations', '0'], "argument '0' is invalid"],
    [['--kind', 'both'], "argument 'both' is invalid"],
    [['--instance', 'age=3'], 'case'],
  ])('refuses %j', async (options, message) => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const { status, stdout, stderr } = await xpxlc(['count', LOANS, 'people.csv', ...options], { cwd });
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });
});
