// All rows: sorted, filtered, written to files; also a hundred thousand of them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { xpxlc } from '../../../xpxlc/test/cli/program.ts';
import { bigModel, bigTable, LOAN_TABLE, LOANS } from './models.ts';
import { decided, drop, PATIENT, pick, saved, settled, textOf, visit } from './visit.ts';

/** A row of the file with what the program says of it. */
interface Row {
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly class: string;
  readonly margin: number;
  readonly points: number;
}

let rows: readonly Row[];

beforeAll(async () => {
  const { stdout } = await xpxlc(['predict', LOANS, LOAN_TABLE, '--format', 'json']);
  const cells: Record<string, string>[] = parse(readFileSync(LOAN_TABLE), { columns: true });
  rows = JSON.parse(stdout).map(
    (record: { class: string; margin: string | number; points: string | number }, row: number) => ({
      row,
      cells: cells[row],
      class: record.class,
      margin: Number(record.margin),
      points: Number(record.points),
    }),
  );
});

/** The first rows that are listed, by their places in the file. */
async function first(page: Page): Promise<number[]> {
  const texts = await page.locator('.line .cell:first-child').allTextContents();
  return texts.slice(0, 12).map((text) => Number(text) - 1);
}

async function lists(page: Page, expected: readonly Row[]): Promise<void> {
  await page.getByText(`${expected.length} of 600 rows`).waitFor();
  const places = expected.slice(0, 12).map(({ row }) => row);
  await expect.poll(() => first(page), PATIENT).toEqual(places);
}

async function openRows(): Promise<Page> {
  const page = await visit();
  await drop(page, LOANS, LOAN_TABLE);
  await page.getByText('600 of 600 rows').waitFor();
  await settled(page);
  return page;
}

const sortBy = (page: Page, label: string) =>
  page.locator('.grid-head').getByRole('button', { name: label, exact: true });

describe('rows', () => {
  it('are sorted by any column: up, down, and as in the file again', async () => {
    const page = await openRows();
    const keys: Record<string, (row: Row) => number | string> = {
      Row: ({ row }) => row,
      Decision: (row) => row.class,
      Points: ({ points }) => points,
      Margin: ({ margin }) => margin,
      age: ({ cells }) => Number(cells.age),
      home: ({ cells }) => cells.home,
    };
    for (const [label, key] of Object.entries(keys)) {
      const up = (a: Row, b: Row): number => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.row - b.row);
      const down = (a: Row, b: Row): number => (key(a) > key(b) ? -1 : key(a) < key(b) ? 1 : a.row - b.row);
      const head = page
        .getByRole('columnheader')
        .filter({ has: page.getByRole('button', { name: label, exact: true }) });
      await sortBy(page, label).click();
      await expect.poll(() => head.getAttribute('aria-sort'), PATIENT).toBe('ascending');
      await lists(page, [...rows].sort(up));
      await sortBy(page, label).click();
      await expect.poll(() => head.getAttribute('aria-sort'), PATIENT).toBe('descending');
      await lists(page, [...rows].sort(down));
      await sortBy(page, label).click();
      await lists(page, rows);
    }
  });

  it('what is chosen in a filter the moment it is there stays chosen', async () => {
    const page = await openRows();
    const chosen = await page.evaluate(async () => {
      const box = (): HTMLInputElement | null => document.querySelector('dialog[open] input[type=checkbox]');
      const clicked = new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          if (box() === null) return;
          observer.disconnect();
          box()?.click();
          resolve();
        }).observe(document, { subtree: true, childList: true, attributes: true });
      });
      document.querySelector<HTMLElement>('[aria-label="Filter by home"]')?.click();
      await clicked;
      // Whatever the page does after it has shown the form.
      for (let frame = 0; frame < 5; frame++)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return box()?.checked;
    });
    expect(chosen).toBe(true);
  });

  it('a filter that is opened says what is on, not what was typed and given up', async () => {
    const page = await openRows();
    const dialog = page.locator('dialog[open]');
    const open = async (column: string): Promise<void> => {
      await page.getByRole('button', { name: `Filter by ${column}` }).click();
      await dialog.waitFor();
    };
    await open('age');
    await dialog.getByLabel('from').fill('40');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await open('age');
    expect(await dialog.getByLabel('from').inputValue()).toBe('');
    await dialog.getByLabel('from').fill('30');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the filter of age' }).waitFor();
    await open('age');
    expect(await dialog.getByLabel('from').inputValue()).toBe('30');
    await dialog.getByLabel('to', { exact: true }).fill('20');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove the filter of age' }).click();
    await open('age');
    expect(await dialog.getByLabel('from').inputValue()).toBe('');
    expect(await dialog.getByLabel('to', { exact: true }).inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await open('home');
    await dialog.getByLabel(/own/).check();
    await page.keyboard.press('Escape');
    await open('home');
    expect(await dialog.getByLabel(/own/).isChecked()).toBe(false);
  });

  it('are filtered by decision, text, range and values, all at once, and written as they are listed', async () => {
    const page = await openRows();
    let left = rows;
    const keep = async (test: (row: Row) => boolean): Promise<void> => {
      left = left.filter(test);
      expect(left.length).toBeGreaterThan(0);
      await lists(page, left);
    };
    await page.getByRole('search').getByLabel('Decision').selectOption('refuse');
    await keep((row) => row.class === 'refuse');
    await page.getByRole('button', { name: 'Filter by age' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('The numbers go from 18 to 80.').waitFor();
    await dialog.getByLabel('from').fill('30');
    await dialog.getByLabel('to', { exact: true }).fill('50');
    await dialog.getByRole('button', { name: 'Filter', exact: true }).click();
    await keep(({ cells }) => Number(cells.age) >= 30 && Number(cells.age) <= 50);
    await page.getByRole('button', { name: 'Filter by home' }).click();
    await dialog.getByLabel(/rent/).check();
    await dialog.getByLabel(/own/).check();
    await dialog.getByRole('button', { name: 'Filter', exact: true }).click();
    await keep(({ cells }) => cells.home === 'rent' || cells.home === 'own');
    await page.getByRole('searchbox', { name: 'Text in any column' }).fill('NURSE');
    await keep(({ cells }) => Object.values(cells).some((cell) => cell.toLowerCase().includes('nurse')));
    await page.getByRole('button', { name: 'Filter by Points' }).click();
    await dialog.getByLabel('to', { exact: true }).fill('50');
    await page.keyboard.press('Enter');
    await keep(({ points }) => points <= 50);
    await sortBy(page, 'income').click();
    const sorted = [...left].sort((a, b) => Number(a.cells.income) - Number(b.cells.income) || a.row - b.row);
    await lists(page, sorted);

    const csv = await saved(page, 'Save these rows as CSV');
    expect(csv.name).toBe('loans-answers.csv');
    const records: Record<string, string>[] = parse(csv.bytes, { columns: true, bom: true });
    expect(records.map((record) => [record.age, record.income, record.class, Number(record.points)])).toEqual(
      sorted.map((row) => [row.cells.age, row.cells.income, row.class, row.points]),
    );
    const { text } = await saved(page, 'Save these rows as NDJSON');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => [line.class, line.margin])).toEqual(
      sorted.map((row) => [row.class, row.margin]),
    );

    await page.getByRole('button', { name: 'Remove the filter of Points' }).click();
    await page.getByRole('button', { name: 'Show all rows' }).click();
    await page.getByText('600 of 600 rows').waitFor();
    await sortBy(page, 'income').click();
    await sortBy(page, 'income').click();
    await lists(page, rows);
  });

  it('that nothing fits are none, and what no row has is said', async () => {
    const page = await openRows();
    await page.getByRole('searchbox', { name: 'Text in any column' }).fill('nobody has this');
    await page.getByText('0 of 600 rows').waitFor();
    await expect.poll(() => page.locator('.line').count(), PATIENT).toBe(0);
    await page.getByRole('button', { name: 'Show all rows' }).click();
    await lists(page, rows);
  });

  it('are chosen by a click, and left for the next', async () => {
    const page = await openRows();
    await page.locator('.line').nth(6).click();
    await decided(page);
    const at = (row: number) => page.getByRole('tab', { name: `One decision (row ${row})` }).waitFor();
    await at(7);
    await page.getByRole('button', { name: 'Next row' }).click();
    await at(8);
    await page.getByRole('button', { name: 'Row before' }).click();
    await at(7);
    await expect.poll(() => textOf(page, '.verdict .class-name'), PATIENT).toBe(rows[6].class);
  });

  it('come one after the other as they are listed: filtered, sorted, from the first to the last', async () => {
    const page = await openRows();
    await page.getByRole('search').getByLabel('Decision').selectOption('grant');
    await page.getByRole('searchbox', { name: 'Text in any column' }).fill('nurse');
    await sortBy(page, 'income').click();
    await sortBy(page, 'income').click();
    const granted = rows.filter((row) => row.class === 'grant' && row.cells.job === 'nurse');
    const order = [...granted].sort(
      (a, b) => Number(b.cells.income) - Number(a.cells.income) || a.row - b.row,
    );
    await lists(page, order);
    await page.locator('.line').first().click();
    const step = page.locator('.row-steps');
    const [before, after] = ['Row before', 'Next row'].map((name) => page.getByRole('button', { name }));
    const isAt = async (x: number): Promise<void> => {
      await page.getByRole('tab', { name: `One decision (row ${order[x].row + 1})` }).waitFor();
      await step.getByText(`${x + 1} of ${order.length} as listed`).waitFor();
    };
    await isAt(0);
    expect(await before.getAttribute('aria-disabled')).toBe('true');
    for (const x of [1, 2, 3]) {
      await after.click();
      await isAt(x);
    }
    await before.click();
    await isAt(2);
    // To the end by number: the last one has none after it, and what was pressed keeps the focus.
    const last = order.length - 1;
    await step.getByRole('spinbutton').fill(String(order[last - 1].row + 1));
    await page.keyboard.press('Enter');
    await isAt(last - 1);
    await after.focus();
    await page.keyboard.press('Enter');
    await isAt(last);
    await page.keyboard.press('Enter');
    await isAt(last);
    expect(await after.evaluate((button) => button === document.activeElement)).toBe(true);
    // A row that is not listed is told to be none of them; the next one is the first that is.
    const other = rows.find((row) => row.class === 'refuse') as Row;
    await step.getByRole('spinbutton').fill(String(other.row + 1));
    await page.keyboard.press('Enter');
    await step.getByText('not listed').waitFor();
    await after.click();
    await isAt(0);
  });

  it('are counted from 1, in the page and in what it saves, with the reason in words', async () => {
    const page = await openRows();
    expect((await page.locator('.line .cell:first-child').allTextContents()).slice(0, 3)).toEqual([
      '1',
      '2',
      '3',
    ]);
    const csv = await saved(page, 'Save these rows as CSV');
    const cells: Record<string, string>[] = parse(csv.bytes, { columns: true, bom: true });
    const { text } = await saved(page, 'Save these rows as NDJSON');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(cells.map((record) => Number(record.row_number))).toEqual(rows.map(({ row }) => row + 1));
    expect(lines.map((line) => line.row_number)).toEqual(rows.map(({ row }) => row + 1));
    expect(lines.map((line) => [line.income, line.age])).toEqual(
      rows.map((row) => [Number(row.cells.income), Number(row.cells.age)]),
    );
    expect(lines.map((line) => line.reason)).toEqual(cells.map((record) => record.reason));
    await page.locator('.line').nth(3).click();
    await decided(page);
    const told = await page.locator('#why-title + .sentence mark').allTextContents();
    expect(lines[3].reason).toBe(told.join(' and '));
    expect(JSON.parse((await saved(page, 'Save this decision as JSON')).text).rowNumber).toBe(4);
  });

  it('that cannot be decided are shown with what is wrong, and lead on to the next', async () => {
    const page = await visit();
    await drop(page, LOANS, {
      name: 'people.csv',
      content:
        'name,age,income,home,late payments\nAda,52,61.5,own,0\nBo,17,18,rent,4\nCy,41,much,rent,1\nDi,36,20,castle,0\nEd,67,95\nFay,67,95,own,0\n',
    });
    await page.getByText('4 cannot be answered').waitFor();
    await page.locator('.line .class-name').first().click();
    await decided(page);
    const verdict = (): Promise<string> => textOf(page, '.verdict');
    const why = (): Promise<string> => textOf(page, '.banner .careful');
    const next = page.getByRole('button', { name: 'Next row' });
    for (const [row, wrong] of [
      [2, /line 3, feature 'age': out of bounds; expected 18 to 99, got 17/],
      [3, /line 4, feature 'income': .*'much'/],
      [4, /line 5, feature 'home': unknown category.*'castle'/],
      [5, /line 6: too few cells/],
    ] as const) {
      await next.click();
      await page.getByRole('tab', { name: `One decision (row ${row})` }).waitFor();
      await expect.poll(verdict, PATIENT).toBe('not decided');
      expect(await why()).toMatch(wrong);
      expect(await page.locator('.sections > *').count()).toBe(0);
    }
    // What is wrong can be put right by hand, to see what would be decided then; a reload brings both back.
    await page.getByRole('button', { name: 'Row before' }).click();
    await page.getByRole('tab', { name: 'One decision (row 4)' }).waitFor();
    expect(await page.locator('#feature-2').inputValue()).toBe('castle');
    await page.locator('#feature-2').selectOption('own');
    await expect.poll(verdict, PATIENT).toMatch(/^(grant|refuse)/);
    await page.getByRole('button', { name: 'Back to the case as it was' }).click();
    await expect.poll(verdict, PATIENT).toBe('not decided');
    await page.locator('.row-steps input').fill('6');
    await page.keyboard.press('Enter');
    await expect.poll(verdict, PATIENT).toMatch(/^grant/);
  });
});

describe('a hundred thousand rows of fifty columns', () => {
  const [ROWS, COLUMNS] = [100_000, 50];
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-page-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are read, scrolled, sorted and filtered, while only those in sight are in the page', async () => {
    const file = join(folder, 'big.csv');
    const cells = bigTable(ROWS, COLUMNS);
    writeFileSync(file, cells.csv);
    const page = await visit();
    await pick(page, bigModel(COLUMNS));
    await decided(page);
    await page.locator('input[type=file]').setInputFiles(file);
    // The first rows are there before the last are read.
    await page.waitForFunction(
      () => document.querySelector('.line') !== null && document.querySelector('.progress') !== null,
    );
    await page.getByText('100,000 of 100,000 rows').waitFor({ timeout: 60_000 });
    await page.locator('.progress').waitFor({ state: 'detached', timeout: 60_000 });
    const grid = page.locator('.grid');
    const lines = page.locator('.line');
    const isFirst = (row: number) =>
      expect
        .poll(
          async () => (await lines.allTextContents()).some((text) => text.startsWith(String(row + 1))),
          PATIENT,
        )
        .toBe(true);

    // To the end and somewhere in between, by wheel and key.
    await grid.focus();
    await page.keyboard.press('End');
    await isFirst(ROWS - 1);
    await grid.evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2;
    });
    await isFirst(ROWS / 2);
    await grid.evaluate((element) => {
      element.scrollLeft = element.scrollWidth;
    });
    await page.getByRole('columnheader', { name: `x${COLUMNS - 1}` }).waitFor();
    expect(await lines.count()).toBeLessThan(80);
    expect(await page.locator('.cell').count()).toBeLessThan(80 * 25);

    await sortBy(page, `x${COLUMNS - 1}`).click();
    await grid.evaluate((element) => {
      element.scrollTop = 0;
    });
    const last = (row: number) => cells.value(row, COLUMNS - 1);
    const order = Array.from({ length: ROWS }, (_, row) => row).sort((a, b) => last(a) - last(b) || a - b);
    await expect
      .poll(async () => (await page.locator('.line').first().getAttribute('id')) ?? '', PATIENT)
      .toBe(`row-${order[0]}`);
    await page.getByRole('button', { name: `Filter by x${COLUMNS - 1}` }).click();
    await page.locator('dialog[open]').getByLabel('from').fill('90');
    await page.keyboard.press('Enter');
    const kept = order.filter((row) => last(row) >= 90);
    await page.getByText(`${kept.length.toLocaleString('en')} of 100,000 rows`).waitFor();
    await page.getByRole('searchbox', { name: 'Text in any column' }).fill(`id${kept[3]}`);
    await expect
      .poll(async () => (await lines.first().getAttribute('id')) ?? '', PATIENT)
      .toBe(`row-${kept.find((row) => `id${row}`.startsWith(`id${kept[3]}`))}`);
    await lines.first().click();
    await decided(page);
  });
});
