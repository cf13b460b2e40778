// The whole table: shares, rules and a protected feature are what `xpxlc features` says, and all that is shown can be saved.
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { xpxlc } from '../../../xpxlc/test/cli/program.ts';
import { FRUIT, FRUIT_TABLE, LOAN_TABLE, LOANS } from './models.ts';
import { decided, drop, openExample, saved, textOf, visit } from './visit.ts';

async function audited(page: Page, ...features: string[]): Promise<void> {
  await page.getByText('Choose features', { exact: true }).click();
  for (const name of features) await page.locator('.choices').getByLabel(name, { exact: true }).check();
  await page.getByRole('button', { name: 'Look at every row' }).click();
  await page.locator('[role=status] tbody tr').first().waitFor();
}

describe('the overview', () => {
  it('is what the program says of the table', async () => {
    const [{ stdout }, page] = await Promise.all([
      xpxlc(['features', LOANS, LOAN_TABLE, '--protected', 'age,home', '--format', 'json']),
      visit(),
    ]);
    const [summary] = JSON.parse(stdout);
    await drop(page, LOANS, LOAN_TABLE);
    await page.getByRole('tab', { name: 'Overview' }).click();
    await audited(page, 'age', 'home');
    const shown = JSON.parse((await saved(page, 'Save the overview as JSON')).text);
    expect(shown.classes).toEqual(
      ['refuse', 'grant'].map((name) => ({ class: name, rows: summary.classes[name] })),
    );
    const { all, some, none } = summary.audit;
    expect(shown.audit).toEqual({ all, some, none, features: ['age', 'home'] });
    expect(await textOf(page, '[role=status] .sentence')).toBe(
      `${all} of 600 decisions (${((100 * all) / 600).toFixed(1)} %) depend on age, home: every explanation of them uses one of these.`,
    );
    type Share = { feature: string; necessary: number; relevant: number };
    const told = summary.features.map(({ feature, necessary, relevant }: Share) => [
      feature,
      String(necessary),
      String(relevant),
    ]);
    const shares: string[][] = parse((await saved(page, 'Save this picture as CSV')).bytes);
    expect(shares.slice(1).sort()).toEqual([...told].sort());
    await page.getByRole('region', { name: 'Rules that cover many rows' }).waitFor();
    type Rule = { rule: string; rows: number; added: number };
    const rules = ({ rule, rows, added }: Rule): object => ({ rule, rows, added });
    const byText = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
    expect(shown.ruleTexts.map(rules).sort(byText)).toEqual(summary.rules.map(rules).sort(byText));
  });

  it('leaves out rows that cannot be answered, and says so', async () => {
    const page = await visit();
    await drop(page, FRUIT, { name: 'fruit.csv', content: `${FRUIT_TABLE.content}99,1,1\n` });
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByText('1 rows could not be answered').waitFor();
    const cells = await page.locator('section[aria-labelledby=decisions-title] td').allTextContents();
    expect(cells.filter((_, i) => i % 2 === 0).reduce((sum, text) => sum + Number(text), 0)).toBe(4);
    await audited(page, 'round');
  });
});

describe('files', () => {
  /** All that a view offers to save: name of the file by button. */
  async function checkAll(page: Page): Promise<Record<string, string>> {
    const buttons = page.getByRole('button', { name: /^Save .* as (SVG|PNG|JSON|CSV|NDJSON)$/ });
    const found: Record<string, string> = {};
    for (let i = 0; i < (await buttons.count()); i++) {
      const button = buttons.nth(i);
      const { name, bytes } = await saved(page, button);
      await checkFile(page, name, bytes);
      found[`${i} ${await button.getAttribute('aria-label')}`] = name;
    }
    return found;
  }

  async function checkFile(page: Page, name: string, bytes: Buffer): Promise<void> {
    const text = bytes.toString('utf8');
    if (name.endsWith('.json')) JSON.parse(text);
    else if (name.endsWith('.ndjson'))
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    else if (name.endsWith('.csv')) {
      const records: string[][] = parse(bytes, { bom: true });
      expect(records.length, name).toBeGreaterThan(1);
    } else if (name.endsWith('.svg')) {
      const marks: string[] = [];
      const parser = new SaxesParser({ xmlns: true });
      parser.on('opentag', (tag) => marks.push(tag.local));
      parser.write(text).close();
      expect(marks[0]).toBe('svg');
      expect(marks.filter((mark) => mark === 'text').length, name).toBeGreaterThan(2);
    } else {
      expect(name).toMatch(/\.png$/);
      // Decoded by the browser: a picture on white with things in several colours.
      const { width, height, colours, white } = await page.evaluate(async (base64) => {
        const blob = new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], { type: 'image/png' });
        const image = await createImageBitmap(blob);
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
        context.drawImage(image, 0, 0);
        const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
        let white = 0;
        for (const pixel of pixels) if (pixel === 0xffffffff) white += 1;
        const { width, height } = image;
        return { width, height, colours: new Set(pixels).size, white: white / pixels.length };
      }, bytes.toString('base64'));
      expect(width, name).toBeGreaterThan(200);
      expect(height, name).toBeGreaterThan(60);
      expect(colours, name).toBeGreaterThan(5);
      expect(white, name).toBeGreaterThan(0.3);
      expect(white, name).toBeLessThan(0.999);
    }
  }

  it('of every kind come out of every view, whole and not blank, also of a dark page', async () => {
    const page = await visit({ colorScheme: 'dark' });
    await openExample(page, /A refused loan/);
    await page.getByRole('heading', { name: 'All explanations' }).click();
    await page.getByRole('heading', { name: 'What each feature is to this decision' }).click();
    await page.getByText('What each value adds to the margin').click();
    await page.getByRole('columnheader', { name: 'Power' }).waitFor();
    await page.locator('.digits').waitFor();
    await page.locator('details:not([open]) .beside').first().waitFor({ state: 'attached' });
    await page.locator('.contrasts details').evaluateAll((list) => {
      for (const details of list) (details as HTMLDetailsElement).open = true;
    });
    const names = Object.values(await checkAll(page));
    for (const kind of ['why', 'contributions', 'change', 'sizes', 'explanations', 'features'])
      for (const end of ['svg', 'png']) expect(names, kind).toContain(`${kind}.${end}`);
    for (const kind of ['explanations', 'features', 'decision'])
      for (const end of ['json', 'csv']) expect(names, kind).toContain(`${kind}.${end}`);

    const decision: string[][] = parse((await saved(page, 'Save this decision as CSV')).bytes, { bom: true });
    expect(decision[0].slice(0, 7)).toEqual([
      'row_number',
      'decision',
      'feature',
      'value',
      'unit',
      'reason',
      'change 1 (grant)',
    ]);
    expect(decision.find(([, , feature]) => feature === 'income')?.slice(0, 7)).toEqual([
      '22',
      'refuse',
      'income',
      '18.3',
      'k€',
      'income < 20 k€',
      '40',
    ]);

    await page.getByRole('tab', { name: /All rows/ }).click();
    expect(Object.values(await checkAll(page))).toEqual(['loans-answers.csv', 'loans-answers.ndjson']);
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('img').nth(1).waitFor();
    const shares = Object.values(await checkAll(page));
    expect(shares).toEqual([
      'overview.json',
      ...['svg', 'png', 'json', 'csv'].map((end) => `features-of-all-rows.${end}`),
      ...['svg', 'png', 'json', 'csv'].map((end) => `rules.${end}`),
    ]);
    await page.getByRole('tab', { name: /One decision/ }).click();
    await decided(page);
  });
});
