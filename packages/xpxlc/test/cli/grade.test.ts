// `xpxlc assess`, as a user runs it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { predict, reduce } from '@xpxlc/core';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { loadModel } from '../../src/import/load-model.ts';
import { openTable } from '../../src/table/source.ts';
import { folder, LOANS, PEOPLE, records, xpxlc } from './program.ts';

/** Row 1 is refused because of income and late payments. */
const GIVEN = [
  '{"row":1,"tool":"anchor","rule":["income <= 20.00","late payments > 2.00"],"precision":0.97,"coverage":0.5}',
  '{"row":2,"tool":"anchor","rule":["income <= 40.00"],"precision":0.99}',
  '{"row":1,"tool":"anchor","features":["age","income","late payments"]}',
  '{"row":1,"tool":"shap","weights":{"income":-0.4,"late payments":0.3,"age":0.1,"home":0}}',
].join('\n');

describe('xpxlc check --grade', () => {
  it('says of rules whether they are sufficient and minimal, how often they hold, what they hit, and repairs them', async () => {
    const cwd = folder({ 'people.csv': PEOPLE, 'given.ndjson': GIVEN });
    const ran = await xpxlc(
      [
        'check',
        '--grade',
        LOANS,
        'people.csv',
        '--explanations',
        'given.ndjson',
        '--key',
        'name',
        '--format',
        'ndjson',
      ],
      { cwd },
    );
    expect(ran.status).toBe(0);
    const [good, redundant, weights, short] = records(ran.stdout);
    expect(good).toMatchObject({
      row: 1,
      id: 'Bo',
      tool: 'anchor',
      kind: 'rule',
      class: 'refuse',
      features: ['income', 'late payments'],
      sufficient: true,
      minimal: true,
      precision: { low: 1, high: 1, exact: '1' },
      claimed: { precision: 0.97, coverage: 0.5 },
      hits: 2,
      repaired: { features: ['income', 'late payments'] },
      distance: 0,
    });
    expect(redundant).toMatchObject({
      features: ['age', 'income', 'late payments'],
      sufficient: true,
      minimal: false,
      redundant: ['age', 'late payments'],
      distance: 1,
    });
    expect(weights).toMatchObject({
      kind: 'weights',
      tool: 'shap',
      top: 5,
      features: ['age', 'income', 'late payments'],
    });
    expect(short).toMatchObject({
      row: 2,
      id: 'Cy',
      sufficient: false,
      minimal: false,
      claimed: { precision: 0.99 },
    });
    expect(short.precision.high).toBeLessThan(0.99);
    expect(short.counterexample.class).toBe('grant');
    expect(short.repaired.features).toContain('income');
    expect(ran.stderr).toContain('4 explanations assessed\n\n3 rules of anchor\n');
    expect(ran.stderr).toContain('1 of 2 hold less often than claimed');
  });

  it('has the same answers in every format, and the summary as text and JSON', async () => {
    const cwd = folder({ 'people.csv': PEOPLE, 'given.ndjson.gz': gzipSync(GIVEN) });
    const ask = (...args: string[]) =>
      xpxlc(
        [
          'check',
          '--grade',
          LOANS,
          'people.csv',
          '--explanations',
          'given.ndjson.gz',
          '--summary',
          's.json',
          ...args,
        ],
        {
          cwd,
        },
      );
    const json = JSON.parse((await ask('--format', 'json')).stdout);
    const text = await ask();
    expect(text.stdout).toContain('row 2, anchor: {income} is NOT sufficient for refuse\n  holds in ');
    expect(text.stdout).toContain('% of cases (claimed: 99.0 %), applies to ');
    expect(text.stdout).toContain('  BUT grant if ');
    expect(text.stdout).toContain('row 1, shap: largest weights {age, income, late payments}: ');
    expect(text.stdout).toContain('\n\n4 explanations assessed\n\n3 rules of anchor\n');
    expect(text.stderr).toBe('');
    const summary = JSON.parse(readFileSync(join(cwd, 's.json'), 'utf8'));
    expect(summary).toMatchObject({
      explanations: 4,
      failed: 0,
      tools: [
        { tool: 'anchor', rules: { count: 3, notSufficient: 1, redundant: 1, minimal: 1 } },
        { tool: 'shap', weights: { count: 1, top: 5 } },
      ],
    });
    expect((await ask('--plot', 'p.svg', '--format', 'csv')).status).toBe(0);
    const svg = readFileSync(join(cwd, 'p.svg'), 'utf8');
    // One picture of hits, one of precision; well-formed, each with its own place.
    new SaxesParser().write(svg).close();
    expect(svg.match(/<svg y="\d+"/g)).toHaveLength(2);
    for (const words of ['anchor, rules', 'shap, 5 largest weights', 'anchor, exact', 'anchor, claimed'])
      expect(svg).toContain(words);
    for (const file of ['out.csv', 'out.parquet']) {
      expect((await ask('-o', file)).status).toBe(0);
      const table = await openTable(join(cwd, file));
      const rows = await table.query(
        `SELECT row, tool, kind, precision_low, precision_claimed, hits, frequency_kendall FROM ${table.relation}`,
      );
      table.close();
      expect(rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))))).toEqual(
        // biome-ignore lint/suspicious/noExplicitAny: records
        json.map((record: any) =>
          [
            record.row,
            record.tool,
            record.kind,
            record.precision?.low,
            record.claimed?.precision,
            record.hits,
            record.agreement?.frequency.kendall,
          ].map((cell) => (cell === undefined || cell === null ? null : String(cell))),
        ),
      );
    }
  });

  it('reports bad lines and rows with their place, and goes on', async () => {
    const cwd = folder({
      'people.csv': `${PEOPLE}Flo,x,1,own,0,grant\n`,
      'given.ndjson': [
        '{"row":1,"features":["income","late payments"]}',
        '{"row":99,"features":["age"]}',
        '{"row":1,"features":["hair"]}',
        '{"row":1,"features":["age"],"weights":{"age":1}}',
        '{"row":5,"features":["age"]}',
        'nonsense',
      ].join('\n'),
    });
    const ran = await xpxlc(
      ['check', '--grade', LOANS, 'people.csv', '--explanations', 'given.ndjson', '--format', 'ndjson'],
      { cwd },
    );
    expect(ran.status).toBe(3);
    expect(ran.stderr).toContain('1 explanation assessed, 5 could not be assessed\n');
    const found = records(ran.stdout);
    expect(found.map(({ row, error }) => [row, error?.code])).toEqual([
      [1, undefined],
      [5, 'not-finite'],
      [99, 'no-such-row'],
      [1, 'unknown-feature'],
      [1, 'bad-record'],
      [undefined, 'bad-json'],
    ]);
    expect(found.slice(2).map(({ error }) => /line (\d)/.exec(error.message)?.[1])).toEqual([
      '2',
      '3',
      '4',
      '6',
    ]);
    const text = await xpxlc(['check', '--grade', LOANS, 'people.csv', '--explanations', 'given.ndjson'], {
      cwd,
    });
    expect(text.stdout).toContain('row 1: error: given.ndjson, line 3: unknown feature');
    expect(text.stdout).toContain('\nerror: given.ndjson, line 6: not JSON');
  });

  it('takes the distribution from the table, and says why there is none', async () => {
    const cwd = folder({
      'people.csv': PEOPLE,
      'e.csv': 'row,features\n2,income\n',
    });
    const ask = async (...args: string[]) =>
      xpxlc(['check', '--grade', ...args, '--explanations', 'e.csv', '--format', 'ndjson'], { cwd });
    const data = records((await ask(LOANS, 'people.csv', '--distribution', 'data')).stdout);
    // The age of one, the home of another, the late payments of a third, with the income of Cy: which of them are refused?
    const people = PEOPLE.trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const classifier = reduce((await loadModel(LOANS)).model);
    const refused = people.flatMap(([, age]) =>
      people.flatMap(([, , , home]) =>
        people.filter(
          ([, , , , late]) => predict(classifier, [Number(age), 35, home, Number(late)]).class === 'refuse',
        ),
      ),
    );
    expect(refused.length).toBeLessThan(125);
    expect(data[0].precision).toMatchObject({ low: refused.length / 125, high: refused.length / 125 });
    expect(data[0].precision.exact).toContain('/');
    expect(data[0].coverage).toMatchObject({ low: 0.4, high: 0.4, exact: '2/5' });
    const model = await ask(LOANS, 'people.csv', '--distribution', 'model');
    expect(model.status).toBe(0);
    expect(model.stderr).toContain('xpxlc: note: no precision and no coverage: ');
    expect(records(model.stdout)[0]).toMatchObject({ precision: null, coverage: null, sufficient: false });
  });

  it('refuses what makes no sense with 2, and files that are wrong with 3', async () => {
    const cwd = folder({
      'people.csv': PEOPLE,
      'e.csv': '1,age\n',
      'empty.ndjson': '',
      'other.csv': 'a,b\n1,2\n',
    });
    const cases: [string[], number, RegExp][] = [
      [['people.csv'], 2, /required option '--explanations <file>'/],
      [['--explanations', '-'], 2, /cannot both come from standard input/],
      [['people.csv', '--explanations', 'e.csv', '--top', '0'], 2, /whole number from 1 up/],
      [['people.csv', '--explanations', 'e.csv', '--distribution', 'normal'], 2, /uniform, model, data/],
      [['--explanations', 'e.csv', '--distribution', 'data'], 2, /DATA that is a file/],
      [['people.csv', '--explanations', 'e.csv', '-o', 'e.csv'], 2, /the output is one of the inputs/],
      [
        ['people.csv', '--explanations', 'e.csv', '--plot', 'x', '--summary', 'x'],
        2,
        /two outputs in one file/,
      ],
      [
        ['people.csv', '--explanations', 'e.csv', '--plot', 'people.csv'],
        2,
        /the output is one of the inputs/,
      ],
      [
        ['people.csv', '--explanations', 'e.csv', '--format', 'parquet'],
        2,
        /--format parquet: needs -o FILE/,
      ],
      [['people.csv', '--explanations', 'none.csv'], 3, /no such file/],
      [['people.csv', '--explanations', 'empty.ndjson'], 3, /no explanations/],
      [['people.csv', '--explanations', 'other.csv'], 3, /not a table of explanations/],
    ];
    const all = await Promise.all(
      cases.map(([args]) => xpxlc(['check', '--grade', LOANS, ...args], { cwd })),
    );
    for (const [x, [args, status, message]] of cases.entries()) {
      expect([args, all[x].status, all[x].stdout]).toEqual([args, status, '']);
      expect(all[x].stderr).toMatch(message);
    }
  });
});
