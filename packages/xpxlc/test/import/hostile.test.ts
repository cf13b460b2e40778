// Files made to keep a reader busy: each of them took minutes or hours once. They are answered or refused while a test runs.
import { describe, expect, it } from 'vitest';
import { looksLikeRange } from '../../src/import/spreadsheet/bin-label.ts';
import { readColumnName } from '../../src/import/spreadsheet/column-name.ts';
import { toInterval } from '../../src/import/spreadsheet/interval.ts';
import { loadModel } from '../../src/index.ts';

const refusalOf = (text: string) =>
  loadModel({ text }).then(
    () => 'read',
    (error: { code?: string }) => error.code,
  );

describe('telling the format', () => {
  it.each([
    ['blanks and letters', `${' '.repeat(5000)}${'a'.repeat(5000)}`],
    ['letters and quotes', '"a'.repeat(100_000)],
    ['a byte-order mark and blanks', `\ufeff${'\ufeff \t'.repeat(100_000)}`],
    ['letters without a delimiter, and lines of them', `${'a'.repeat(9000)}\n`.repeat(20)],
    ['comments of XML without an element', '<!---->\t'.repeat(1000)],
    ['processing instructions of XML without an end', '<?'.repeat(2000)],
  ])('comes to an end on %s', async (_, text) => {
    expect(['unknown-format', 'not-a-model']).toContain(await refusalOf(text));
  });

  it('knows PMML behind a prolog and comments', async () => {
    const prolog = '<?xml version="1.0"?>\n<!-- a -->\n<!-- > -- b -->\n<!DOCTYPE PMML>\n';
    expect(await refusalOf(`${prolog}<PMML version="4.4"></PMML>`)).not.toBe('unknown-format');
    expect(await refusalOf(`${prolog}<p:PMML xmlns:p="x"/>`)).not.toBe('unknown-format');
    expect(await refusalOf(`${prolog}<html></html>`)).toBe('unknown-format');
  });
});

describe('numbers and names', () => {
  const pmml = (margin: string) => `<PMML xmlns="http://www.dmg.org/PMML-4_4" version="4.4"><DataDictionary>
    <DataField name="y" optype="categorical" dataType="string"><Value value="a"/><Value value="b"/></DataField>
    <DataField name="x" optype="continuous" dataType="double"><Interval closure="closedClosed" leftMargin="0" rightMargin="${margin}"/></DataField>
    </DataDictionary><RegressionModel functionName="classification"><MiningSchema><MiningField name="y" usageType="target"/><MiningField name="x"/></MiningSchema>
    <RegressionTable intercept="1" targetCategory="a"/><RegressionTable intercept="0" targetCategory="b"/></RegressionModel></PMML>`;

  it('a PMML number of a million digits and no end is refused', async () => {
    expect(await refusalOf(pmml(`${'1'.repeat(1_000_000)}x`))).toBe('bad-number');
    expect(await refusalOf(pmml(`${' '.repeat(1_000_000)}x`))).toBe('bad-number');
  });

  it.each(['[', '(', ' ', 'Q(', 'C(', ')[', ',', ']:', ':['])(
    'twenty thousand column names that are long and full of %j are read or refused',
    (piece) => {
      const long = piece.repeat(480 / piece.length);
      const names = [
        long + long,
        `${long}]`,
        `C(${long})[T.a]`,
        `C(Q(${long}), Treatment(${long}))[a]`,
        `Q(${long}`,
      ];
      for (const name of names)
        for (let x = 0; x < 4000; x++) expect(readColumnName(name).kind).toMatch(/number|level|unsupported/);
    },
  );

  it('column names of formulas mean what they did', () => {
    const level = { kind: 'level', feature: 'job', level: 'clerk', reduced: true };
    expect(readColumnName('job[T.clerk]')).toEqual(level);
    expect(readColumnName('C(job)[T.clerk]')).toEqual(level);
    expect(readColumnName("C(job, Treatment('nurse'))[T.clerk]")).toEqual({ ...level, reference: 'nurse' });
    expect(readColumnName("C(job, contr.treatment(base='nurse'))[T.clerk]")).toEqual({
      ...level,
      reference: 'nurse',
    });
    expect(readColumnName('C(Q(\'a, b\'), Treatment(reference = "c"))[T.d]')).toEqual({
      kind: 'level',
      feature: 'a, b',
      level: 'd',
      reduced: true,
      reference: 'c',
    });
    expect(readColumnName('C(a[1])[2]')).toMatchObject({ feature: 'a[1]', level: '2' });
    expect(readColumnName('Q("late payments")')).toEqual({ kind: 'number', feature: 'late payments' });
    expect(readColumnName('C(job, Sum)[S.clerk]').kind).toBe('unsupported');
    expect(readColumnName('C(job, Sum)[clerk]').kind).toBe('unsupported');
    expect(readColumnName('a:b[T.x]').kind).toBe('unsupported');
    expect(readColumnName('a[T.x]:b').kind).toBe('unsupported');
  });

  it.each(['0', '0,', '1..', '1 ', '- ', '(', '1-', 'a 1', '1 or ', '~'])(
    'a label of a hundred thousand times %j is a range or none',
    (piece) => {
      const long = piece.repeat(100_000);
      for (const label of [long, `(${long}`, `[${long}]`, `over ${long}`, `${long} or more`, `x ${long}!`]) {
        expect([true, false]).toContain(looksLikeRange(label));
        expect(toInterval(label)?.single ?? 'none').toBeDefined();
      }
    },
  );
});
