// `--plot` of explain and features, as a user runs it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { folder, LOANS, PEOPLE, records, STATIONS, xpxlc } from './program.ts';

/** The pictures in a file, which must be XML. */
function pictures(path: string): { readonly name: string; readonly texts: readonly string[] }[] {
  const text = readFileSync(path, 'utf8');
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
  const { document } = parseHTML(`<body>${text}</body>`);
  return Array.from(document.querySelectorAll('svg > svg'), (svg) => ({
    name: svg.querySelector('title')?.textContent ?? '',
    texts: Array.from(svg.querySelectorAll('text'), (one) => one.textContent ?? ''),
  }));
}

describe('xpxlc explain --plot', () => {
  it('draws one row: what holds the decision and what would change it; the answer goes on as usual', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const plain = await xpxlc(['explain', LOANS, 'people.csv', '--rows', '1'], { cwd });
    const ran = await xpxlc(['explain', LOANS, 'people.csv', '--rows', '1', '--plot', 'why.svg'], { cwd });
    expect(ran).toEqual({ ...plain, status: 0, stderr: '' });
    expect(ran.stdout).toContain('IF income < 20 k€ AND late payments ≥ 3 THEN refuse');
    const [why, change] = pictures(join(cwd, 'why.svg'));
    expect(why.name).toBe('What holds refuse against grant');
    for (const text of [
      'refuse, 10 points, 65 needed',
      '● income < 20 k€',
      '● late payments ≥ 3',
      '○ age < 25 years',
      'more than 55 points needed',
      'held: 70 points, enough',
    ])
      expect(why.texts).toContain(text);
    expect(change.name).toBe('What would change refuse to grant');
    expect(change.texts).toContain('What would change it');
  });

  it('draws the explanation that is told, and the contrast', async () => {
    const cwd = folder();
    const args = ['explain', LOANS, '--instance', 'age=52,income=61.5,home=own,late payments=0'];
    const { stdout } = await xpxlc(
      [...args, '--never', 'late payments', '--kind', 'both', '--format', 'ndjson', '--plot', 'why.svg'],
      { cwd },
    );
    const [{ explanations }] = records(stdout) as [{ explanations: { kind: string; literals: string[] }[] }];
    const [why, change] = pictures(join(cwd, 'why.svg'));
    const held = why.texts.filter((text) => text.startsWith('● ') && !text.startsWith('● held'));
    const told = explanations.find(({ kind }) => kind === 'axp')?.literals ?? [];
    const inWords = told.map((text) => text.replace(/ in \[(\S+), (\S+)\)/, ' from $1 to under $2'));
    expect(held.toSorted()).toEqual(inWords.map((text) => `● ${text}`).toSorted());
    expect(change.name).toBe('What would change grant to refuse');
  });

  it('has a panel per rival where there are several, and says what is given', async () => {
    const cwd = folder();
    const model = JSON.parse(readFileSync(STATIONS, 'utf8'));
    const features: { name: string; values?: string[]; lower?: number }[] = model.features;
    const one = features.map(({ name, values, lower = 0 }) => `${name}=${values?.[0] ?? lower}`).join();
    const { status } = await xpxlc(
      ['explain', STATIONS, '--instance', one, '--within', `${features[0].name}: fixed`, '--plot', 'why.svg'],
      { cwd },
    );
    expect(status).toBe(0);
    const [{ texts }] = pictures(join(cwd, 'why.svg'));
    expect(texts.some((text) => text.includes('given that'))).toBe(true);
    const rivals = Math.min(3, model.classes.length - 1);
    const panels = texts.filter((text) => text.startsWith('against '));
    expect(panels).toHaveLength(rivals === 1 ? 0 : rivals);
  });

  it('refuses several rows, other formats and inputs as outputs; nothing is left behind', async () => {
    const cwd = folder({ 'people.csv': PEOPLE, 'people.svg': PEOPLE });
    const refused = async (args: readonly string[], message: string): Promise<void> => {
      const ran = await xpxlc(['explain', LOANS, ...args], { cwd });
      expect([ran.status, ran.stdout, ran.stderr]).toEqual([2, '', `xpxlc: --plot: ${message}\n`]);
    };
    await refused(
      ['people.csv', '--plot', 'why.svg'],
      'one picture shows one row; expected one row: --rows N, or --instance CASE, got several rows',
    );
    await refused(
      ['people.csv', '--rows', '1', '--plot', 'why.png'],
      "pictures are written as SVG, which browsers and office programs open; expected a name that ends in .svg, got 'why.png'",
    );
    await refused(
      ['people.svg', '--rows', '1', '--plot', 'people.svg'],
      "the output is one of the inputs; expected another file, got 'people.svg'",
    );
    expect(readFileSync(join(cwd, 'people.svg'), 'utf8')).toBe(PEOPLE);
    expect(readdirSync(cwd).toSorted()).toEqual(['people.csv', 'people.svg']);
  });

  it('has no picture of a row that has no answer', async () => {
    const cwd = folder({ 'people.csv': `${PEOPLE}Flo,abc,1,own,0,grant\n` });
    const ran = await xpxlc(['explain', LOANS, 'people.csv', '--rows', '5', '--plot', 'why.svg'], { cwd });
    expect(ran.status).toBe(3);
    expect(ran.stderr).toContain('xpxlc: note: no row is explained, so why.svg is not written\n');
    expect(existsSync(join(cwd, 'why.svg'))).toBe(false);
  });
});

describe('xpxlc features --plot', () => {
  it('draws the shares of rows, each part, and the rules', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const plain = await xpxlc(['features', LOANS, 'people.csv', '--per', 'class'], { cwd });
    const ran = await xpxlc(['features', LOANS, 'people.csv', '--per', 'class', '--plot', 'f.svg'], { cwd });
    expect(ran).toEqual(plain);
    const [all, refuse, grant, rules] = pictures(join(cwd, 'f.svg'));
    expect(all.texts).toContain('Features that explanations use: 5 rows');
    expect(refuse.texts.some((text) => text.startsWith('class refuse: '))).toBe(true);
    expect(grant.texts.some((text) => text.startsWith('class grant: '))).toBe(true);
    expect(rules.texts.some((text) => text.startsWith('IF ') && text.endsWith(' THEN grant'))).toBe(true);
  });

  it('is for the summary', async () => {
    const ran = await xpxlc(['features', LOANS, '--instance', 'age=52', '--plot', 'f.svg']);
    expect([ran.status, ran.stderr]).toEqual([2, 'xpxlc: --plot: needs the summary of a table\n']);
  });
});
