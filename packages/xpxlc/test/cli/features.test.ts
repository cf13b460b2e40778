// `xpxlc features`, as a user runs it.
import { describe, expect, it } from 'vitest';
import { folder, LOANS, PEOPLE, records, xpxlc } from './program.ts';

describe('xpxlc features', () => {
  it('says of one case which features are in every, some or no explanation', async () => {
    const one = 'age=42,income=36,home=own,late payments=0';
    const { status, stdout } = await xpxlc([
      'features',
      LOANS,
      '--instance',
      one,
      '--protected',
      'age',
      '--format',
      'ndjson',
    ]);
    expect(status).toBe(0);
    expect(records(stdout)).toEqual([
      {
        row: 0,
        class: 'grant',
        necessary: ['late payments'],
        relevant: ['age', 'income', 'home', 'late payments'],
        smallest: ['age', 'home', 'late payments'],
        rule: 'IF age in [35, 50) years AND home = own AND late payments = 0 THEN grant',
        frequency: { age: 2 / 3, income: 2 / 3, home: 2 / 3, 'late payments': 1 },
        complete: true,
        audit: { verdict: 'some', avoiding: ['income', 'home', 'late payments'], features: { age: 'some' } },
      },
    ]);
    const text = await xpxlc(['features', LOANS, '--instance', one, '--protected', 'age']);
    expect(text.stdout).toContain('  in every explanation: late payments\n');
    expect(text.stdout).toContain('  protected features are in some explanations (age: some)\n');
    expect(text.stdout).toContain('  an explanation without them: income, home, late payments\n');
  });

  it('sums up a table: shares of rows, the audit, rules', async () => {
    const cwd = folder({ 'people.csv': `${PEOPLE}Flo,17,1,own,0,grant\nGus,52,70,own,0,grant\n` });
    const { status, stdout, stderr } = await xpxlc(
      ['features', LOANS, 'people.csv', '--protected', 'home', '--rules', '1', '--format', 'json'],
      { cwd },
    );
    expect([status, stderr]).toEqual([
      3,
      "xpxlc: 1 row could not be explained; row 5 (line 7), feature 'age': out of bounds; expected 18 to 99, got 17 (--beyond-bounds extend answers such rows)\n",
    ]);
    const [summary] = JSON.parse(stdout);
    expect(summary).toMatchObject({ rows: 6, failed: 1, classes: { grant: 4, refuse: 2 } });
    expect(summary.features.map(({ feature }: { feature: string }) => feature)).toEqual([
      'age',
      'income',
      'home',
      'late payments',
    ]);
    const { all, some, none } = summary.audit;
    expect(all + some + none).toBe(6);
    // One rule for everybody who is granted a loan.
    expect(summary.rules).toEqual([
      {
        rule: 'IF age ≥ 35 years AND income ≥ 20 k€ AND late payments = 0 THEN grant',
        class: 'grant',
        features: ['age', 'income', 'late payments'],
        literals: ['age ≥ 35 years', 'income ≥ 20 k€', 'late payments = 0'],
        region: { age: [{ from: 35 }], income: [{ from: 20 }], 'late payments': [{ below: 1 }] },
        rows: 4,
        added: 4,
      },
    ]);
    const text = await xpxlc(['features', LOANS, 'people.csv'], { cwd });
    expect(text.stdout).toMatch(
      /^6 rows explained, 1 row skipped \(see stderr\)\n\nfeature +necessary +relevant/,
    );
    expect(text.stdout).toContain(
      '\nrules that cover most rows, each right for every case: together 6 of 6 rows (100.0 %)\n',
    );
  });

  it('gives a record per row when asked, as table rows one per feature', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const { stdout } = await xpxlc(
      ['features', LOANS, 'people.csv', '--per', 'row', '--rows', '0', '--format', 'csv'],
      { cwd },
    );
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe(
      'row,id,class,feature,necessary,relevant,smallest,frequency,incomplete,undecided,audit,error',
    );
    expect(lines[4]).toMatch(/^0,,grant,late payments,0,1,1,0\.666/);
  });

  it('refuses features that the model does not have', async () => {
    const { status, stderr } = await xpxlc(['features', LOANS, '--instance', 'age=42', '--protected', 'sex']);
    expect(status).toBe(2);
    expect(stderr).toContain(
      "--protected: unknown feature; expected one of 'age', 'income', 'home', 'late payments', got 'sex'",
    );
  });
});
