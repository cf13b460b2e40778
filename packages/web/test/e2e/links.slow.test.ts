// Links that restore the view. Model and data are inside only where that was said.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { LOAN_TABLE, LOANS } from './models.ts';
import {
  decided,
  drop,
  FROM_FILE,
  openExample,
  PATIENT,
  pick,
  settled,
  textOf,
  viewIn,
  visit,
} from './visit.ts';

/** What the page offers as a link. */
async function linkOf(page: Page, inside?: string): Promise<string> {
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const dialog = page.locator('dialog[open]');
  const link = dialog.getByLabel('The link', { exact: true });
  await link.waitFor();
  if (inside !== undefined) {
    const before = await link.inputValue();
    await dialog.getByLabel('What the link holds besides the view').selectOption(inside);
    await expect.poll(() => link.inputValue(), PATIENT).not.toBe(before);
  }
  const text = await link.inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return text;
}

/** A row of the loans, with a change by hand, ticks, what cannot change and an open section. */
async function arrange(page: Page): Promise<void> {
  await page.locator('.row-steps input').fill('8');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'One decision (row 8)' }).waitFor();
  await page.locator('#feature-3').fill('9');
  await page.getByLabel('keep home').check();
  await page.getByText('What can change?').click();
  await page.locator('.movable-list').getByLabel('age').selectOption('cannot change');
  await page.getByRole('heading', { name: 'All explanations' }).click();
  await page.locator('ol.explanations').waitFor();
}

async function isArranged(page: Page, row: boolean): Promise<void> {
  await decided(page);
  if (row) {
    await page.getByRole('tab', { name: 'One decision (row 8)' }).waitFor();
    await expect.poll(() => textOf(page, '.before'), PATIENT).toBe('was 1');
  }
  expect(await page.locator('#feature-3').inputValue()).toBe('9');
  expect(await page.locator('#feature-0').inputValue()).toBe('44');
  expect(await page.getByLabel('keep home').isChecked()).toBe(true);
  expect(await page.getByText('1 of 4 restricted').count()).toBe(1);
  await page.locator('ol.explanations').waitFor();
}

async function openLoans(): Promise<Page> {
  const page = await visit();
  await drop(page, LOANS, LOAN_TABLE);
  await page.getByText('600 of 600 rows').waitFor();
  await settled(page);
  await page.locator('.line .class-name').first().click();
  await decided(page);
  await arrange(page);
  return page;
}

describe('the address', () => {
  it('brings an example back as it was: in a new window, and after a reload', async () => {
    const page = await visit();
    await openExample(page, /A refused loan/);
    await arrange(page);
    const link = await linkOf(page);
    expect(await page.getByLabel('What the link holds besides the view').count()).toBe(0);
    expect(await viewIn(link)).toMatchObject({ example: 'loans', row: 7, edits: [[3, 9]], held: [2] });
    await isArranged(await visit({ at: link }), true);
    await expect.poll(() => page.url(), PATIENT).toBe(link);
    await page.reload();
    await isArranged(page, true);
  });

  it('brings back which rows were listed', async () => {
    const page = await visit();
    await openExample(page, /A refused loan/);
    await page.getByRole('tab', { name: /All rows/ }).click();
    await page.getByRole('search').getByLabel('Decision').selectOption('grant');
    await page.getByRole('searchbox', { name: 'Text in any column' }).fill('nurse');
    await page.getByRole('button', { name: 'Filter by age' }).click();
    await page.locator('dialog[open]').getByLabel('from').fill('40');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the filter of age' }).waitFor();
    await page.getByRole('button', { name: 'Margin', exact: true }).click();
    const found = page.locator('.found');
    await expect.poll(() => found.textContent(), PATIENT).not.toContain('600 of 600');
    const listed = async (of: Page): Promise<string> =>
      `${await of.locator('.found').textContent()} ${(await of.locator('.line').allTextContents()).slice(0, 9).join()}`;
    await page
      .getByRole('columnheader', { name: 'Margin' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    const other = await visit({ at: await linkOf(page) });
    await expect.poll(() => listed(other), PATIENT).toBe(await listed(page));
    expect(await other.getByRole('searchbox', { name: 'Text in any column' }).inputValue()).toBe('nurse');
  });

  it('of own files holds neither model nor data, and asks for them', async () => {
    const page = await openLoans();
    const link = await linkOf(page);
    const view = await viewIn(link);
    expect([view.model, view.table, view.values, view.example]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    // What was changed by hand is the view; the rest of the row is not in it.
    expect(view.edits).toEqual([[3, 9]]);
    expect(JSON.stringify(view)).not.toContain('110');
    const other = await visit({ at: link });
    await other.getByText('Open the model loans.json and the table loans.csv to see it.').waitFor();
    await pick(other, LOANS, LOAN_TABLE);
    await isArranged(other, true);
  });

  it('holds the model and this case where that is said, but no table', async () => {
    const page = await openLoans();
    const link = await linkOf(page, 'the model and this case');
    const view = await viewIn(link);
    expect(view.table).toBeUndefined();
    expect(view.values).toEqual([44, 110, 'own', 9]);
    const other = await visit({ at: link });
    await isArranged(other, false);
    expect(await other.getByRole('tab', { name: 'All rows' }).isDisabled()).toBe(true);
  });

  it('holds the model and the whole table where that is said', async () => {
    const page = await openLoans();
    const link = await linkOf(page, 'the model and the whole table');
    expect(link.length).toBeGreaterThan(5000);
    const other = await visit({ at: link });
    await isArranged(other, true);
    await other.getByRole('tab', { name: 'All rows (600)' }).click();
    await other.getByText('600 of 600 rows').waitFor();
  });

  it.each(['cut', '%%%', 'q1YqSy0qzszPU7JSMlTSUSpILCpRsgIA'])('that is broken says so: %s', async (text) => {
    const page = await visit({ at: `${FROM_FILE}#view=${text}` });
    await page.getByText('This link is broken').waitFor();
    await openExample(page, /Radio stations/);
    expect(await page.locator('.notice').count()).toBe(0);
  });
});
