// Models and tables of every format, dropped or chosen; the examples; and files that are broken.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Instance, predict, reduce, smallest, weigh } from '@xpxlc/core';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { loadModel } from 'xpxlc/import';
import { PEOPLE } from '../../../xpxlc/test/cli/program.ts';
import { LOAN_TABLE, LOANS, repositoryFile, VOTES } from './models.ts';
import { decided, drop, type Given, openExample, PATIENT, pick, saved, textOf, visit } from './visit.ts';

const XLC = '2\n-1.5\n1\n0.1\n1\n2 0.5 -0.5\n';
const COEFFICIENTS = 'name,coefficient\n(Intercept),-2\nage,0.05\nincome,0.1\n';

/** The decision that is shown, held against the library's for the same file and case. */
async function isRight(page: Page, source: Parameters<typeof loadModel>[0], options: object): Promise<void> {
  await decided(page);
  const said = JSON.parse((await saved(page, 'Save this decision as JSON')).text);
  const { model, origin } = await loadModel(source, options);
  const problem = weigh(reduce(model), said.case as Instance);
  expect(said.decision.class).toBe(predict(reduce(model), said.case as Instance).class);
  expect(said.explanation.features).toEqual(smallest(problem).map((i) => model.features[i].name));
  if (origin.sha256 !== undefined) expect(said.model.sha256).toBe(origin.sha256);
}

const bytes = (given: Given): Uint8Array =>
  new Uint8Array(typeof given === 'string' ? readFileSync(given) : Buffer.from(given.content));

describe('a model', () => {
  it.each<[string, Given, 'bounded' | 'unbounded']>([
    ['model file', LOANS, 'bounded'],
    ['gzipped model file', { name: 'loans.json.gz', content: gzipSync(readFileSync(LOANS)) }, 'bounded'],
    ['scorecard in CSV', repositoryFile('fixtures/scorecard/loans.csv'), 'bounded'],
    ['coefficients in CSV', { name: 'coefficients.csv', content: COEFFICIENTS }, 'bounded'],
    ['PMML', repositoryFile('fixtures/pmml/naive-bayes-mixed.pmml'), 'bounded'],
    ['ONNX', repositoryFile('fixtures/onnx/people.onnx'), 'bounded'],
    ['EBM', repositoryFile('fixtures/ebm/loans.json'), 'bounded'],
    ['XLC', { name: 'some.xlc', content: XLC }, 'unbounded'],
    ['BLC', { name: 'some.blc', content: '2\n0.5\n-1\n1.25\n' }, 'bounded'],
    ['from scikit-learn', repositoryFile('fixtures/sklearn/loans/model.json'), 'bounded'],
  ])('%s: dropped and chosen alike', async (_, file, bounds) => {
    const page = await visit();
    for (const open of [drop, pick]) {
      await open(page, file);
      if (bounds === 'unbounded')
        await page.getByRole('button', { name: 'Open it with numbers that have no bounds' }).click();
      await isRight(page, bytes(file), bounds === 'unbounded' ? { bounds: 'unbounded' } : {});
      await page.getByRole('button', { name: /back to the start/ }).click();
    }
  });

  it('CNBC takes its names from the XMAP file beside it', async () => {
    const page = await visit();
    const [cnbc, xmap] = ['cnbc', 'xmap'].map((end) => repositoryFile(`fixtures/mail/mail.${end}`));
    await drop(page, xmap, cnbc);
    await isRight(page, bytes(cnbc), { xmap: bytes(xmap) });
  });
});

describe('a table', () => {
  const [head, ...lines] = PEOPLE.trim()
    .split('\n')
    .map((line) => line.split(','));
  const objects = lines.map((cells) =>
    Object.fromEntries(
      cells.map((cell, i) => [head[i], Number.isNaN(Number(cell)) ? cell : Number(cell)] as const),
    ),
  );
  const numbers = new Set(['age', 'income', 'late payments']);
  const parquet = parquetWriteBuffer({
    columnData: head.map((name) => ({
      name,
      data: objects.map((row) => row[name]),
      type: numbers.has(name) ? ('DOUBLE' as const) : ('STRING' as const),
    })),
  });
  it.each<[string, string | Uint8Array]>([
    ['people.csv', PEOPLE],
    ['people.csv.gz', gzipSync(PEOPLE)],
    ['people.tsv', PEOPLE.replaceAll(',', '\t')],
    ['people.ndjson', objects.map((row) => `${JSON.stringify(row)}\n`).join('')],
    ['people.json', JSON.stringify(objects)],
    ['people.json.gz', gzipSync(JSON.stringify(objects))],
    ['people.parquet', new Uint8Array(parquet)],
  ])('%s goes with a model, together with it or after it', async (name, content) => {
    const page = await visit();
    const isListed = async (): Promise<void> => {
      const shown = page.locator('.line');
      await expect.poll(() => shown.count(), PATIENT).toBe(lines.length);
      await expect
        .poll(async () => (await page.locator('.line .class-name').allTextContents()).join(), PATIENT)
        .toBe('grant,refuse,refuse,grant,grant');
      expect((await shown.nth(1).textContent())?.replace(/\s/g, '')).toBe('2refuse10552Bo2318rent4refuse');
    };
    await drop(page, LOANS, { name, content });
    await isListed();
    await page.getByRole('button', { name: /back to the start/ }).click();
    await pick(page, LOANS);
    await decided(page);
    await pick(page, { name, content });
    await isListed();
  });

  it('alone is told to come after the model', async () => {
    const page = await visit();
    await pick(page, LOAN_TABLE);
    await page.getByText('loans.csv looks like a table').waitFor();
    await pick(page, LOANS, LOAN_TABLE);
    await page.getByText('600 of 600 rows').waitFor();
    expect(await page.locator('.notice').count()).toBe(0);
  });

  it('that does not go with the model says what is missing', async () => {
    const page = await visit();
    await drop(page, VOTES, LOAN_TABLE);
    const alert = page.getByRole('alert');
    await alert.getByText('loans.csv does not go with the model').waitFor();
    expect(await alert.textContent()).toContain('voter 1');
    await page.getByRole('tab', { name: 'One decision' }).click();
    await decided(page);
  });

  it('with bad rows answers the others, and says of each bad one what is wrong', async () => {
    const page = await visit();
    const bad = `${PEOPLE}Flo,17,30,own,0,\nGus,30,much,own,0,\nHal,30,30,castle,0,\n`;
    await drop(page, LOANS, { name: 'people.csv', content: bad });
    await page.getByText('8 of 8 rows; 3 cannot be answered').waitFor();
    const words = page.locator('.line.bad');
    await expect.poll(() => words.count(), PATIENT).toBe(3);
    const texts = await words.allTextContents();
    for (const [i, word] of ['age', 'income', 'home'].entries()) expect(texts[i]).toContain(word);
    await page.getByLabel('only rows with problems').check();
    await page.getByText('3 of 8 rows').waitFor();
    await words.first().click();
    await page.locator('.banner .careful').getByText(/17/).waitFor();
    await page.getByRole('tab', { name: /All rows/ }).click();
    await page.getByRole('button', { name: 'Show all rows' }).click();
    await page.locator('.line', { hasText: 'Ada' }).click();
    await decided(page);
    expect(await textOf(page, '.verdict .class-name')).toBe('grant');
  });
});

describe('an example', () => {
  it.each([
    [/A refused loan/, 'refuse', 'grant'],
    [/A spam filter/, 'spam', 'ham'],
    [/Bike, van or truck/, 'van', 'bike'],
    [/Radio stations/, 'Y', 'O'],
  ])('%s opens at a decision, and shows what would change it', async (title, now, wanted) => {
    const page = await visit();
    await openExample(page, title);
    expect(await textOf(page, '.verdict .class-name')).toBe(now);
    await page.getByRole('button', { name: 'Try this case' }).first().click();
    await expect.poll(() => textOf(page, '.verdict .class-name'), PATIENT).toBe(wanted);
  });
});

describe('a broken model', () => {
  it.each<[string, string, RegExp]>([
    ['cut.json', '{"format": "xpxlc-model", "version": 1, "kind": ', /line 1/],
    ['other.json', '{"a": 1}', /kind/],
    ['cut.pmml', '<PMML version="4.4"><Header>', /line 1|unclosed/],
    ['tree.onnx', '', /./],
    ['empty.json', '', /empty|unknown|recogni/],
    [
      'weights.json',
      `{"format":"xpxlc-model","version":1,"kind":"linear","classes":["a"]}`,
      /classes|features/,
    ],
  ])('%s is refused with a reason, and the page goes on', async (name, content, reason) => {
    const page = await visit();
    const file = name === 'tree.onnx' ? repositoryFile('fixtures/onnx/refused/tree.onnx') : { name, content };
    await pick(page, file);
    const alert = page.getByRole('alert');
    await alert.getByText(`${name} cannot be used as a model`).waitFor();
    expect(await alert.locator('p').textContent()).toMatch(reason);
    await drop(page, LOANS);
    await decided(page);
    expect(await alert.count()).toBe(0);
    // What is open stays open.
    const before = await textOf(page, '.verdict');
    await drop(page, file);
    await page.locator('.notice').waitFor();
    expect(await textOf(page, '.verdict')).toBe(before);
    await page.locator('#feature-0').fill('18');
    await expect.poll(() => textOf(page, '.verdict .class-name'), PATIENT).toBe('refuse');
  });
});
