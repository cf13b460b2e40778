// Every flow by keyboard alone: what is used is reached by Tab, and is seen to have the focus.
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { LOAN_TABLE, LOANS } from './models.ts';
import { decided, PATIENT, pressed, settled, textOf, visit } from './visit.ts';

/** Press Tab until the element has the focus, in at most so many steps; the focus must be seen. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < 200; step++) {
    const isThere = await target.evaluateAll((list) =>
      list.some((element) => element === document.activeElement),
    );
    if (isThere) {
      const outline = await page.evaluate(
        () => getComputedStyle(document.activeElement as Element).outlineStyle,
      );
      expect(outline).not.toBe('none');
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`not reached by ${key}: ${target}`);
}

const isDecided = (page: Page, name: string): Promise<void> =>
  expect.poll(() => textOf(page, '.verdict .class-name'), PATIENT).toBe(name);

describe('by keyboard alone', () => {
  it('an example is opened, understood, changed and saved', async () => {
    const page = await visit();
    const role = (name: Parameters<Page['getByRole']>[0], label: string | RegExp): Locator =>
      page.getByRole(name, { name: label });
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await tabTo(page, role('button', /A refused loan/));
    await page.keyboard.press('Enter');
    await decided(page);
    await isDecided(page, 'refuse');

    // From row to row, then what if, by slider, number and menu.
    await tabTo(page, page.locator('.row-steps input'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('4');
    await page.keyboard.press('Enter');
    await role('tab', 'One decision (row 4)').waitFor();
    await isDecided(page, 'grant');
    await tabTo(page, page.getByLabel('late payments, slider'));
    await page.keyboard.press('End');
    await isDecided(page, 'refuse');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('0');
    await isDecided(page, 'grant');
    await tabTo(page, page.locator('#feature-2'), 'Shift+Tab');
    await page.keyboard.press('o');
    await expect.poll(() => page.locator('#feature-2').inputValue(), PATIENT).toBe('own');
    await tabTo(page, role('button', 'Back to the case as it was'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.edited').count(), PATIENT).toBe(0);

    // Reasons of one's own.
    await tabTo(page, page.getByLabel('keep age'));
    await page.keyboard.press('Space');
    await page.getByText(/^No\. age can stay as it is/).waitFor();

    // Wider, contrasts, contributions.
    await tabTo(page, page.getByLabel(/As wide as possible/));
    await page.keyboard.press('Space');
    await expect.poll(() => textOf(page, '#why-title + .sentence'), PATIENT).toContain('late payments < 3');
    await tabTo(page, page.locator('summary', { hasText: 'What can change?' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.locator('.movable-list').getByLabel('age'));
    await page.keyboard.press('c');
    await page.getByText('1 of 4 restricted').waitFor();
    await tabTo(page, page.locator('.contrasts summary').nth(1));
    await page.keyboard.press('Enter');
    await tabTo(page, page.locator('.contrasts li').nth(1).getByRole('button', { name: 'Try this case' }));
    await page.keyboard.press('Enter');
    await isDecided(page, 'refuse');

    await tabTo(page, page.locator('summary', { hasText: 'What each value adds' }));
    await page.keyboard.press('Enter');
    await role('img', /adds/).or(page.locator('details[open] .figure svg')).first().waitFor();

    // All explanations, features, proof, files.
    await tabTo(page, page.locator('summary', { hasText: 'All explanations' }));
    await page.keyboard.press('Enter');
    await page.locator('ol.explanations li').first().waitFor();
    await tabTo(page, page.locator('summary', { hasText: 'What each feature is' }));
    await page.keyboard.press('Enter');
    await role('columnheader', 'Power').waitFor();
    const enter = (): Promise<void> => page.keyboard.press('Enter');
    await tabTo(page, role('button', 'Check and save the certificate'));
    await pressed(() => page.waitForEvent('download'), enter);
    await tabTo(page, role('button', 'Save this decision as CSV'));
    await pressed(() => page.waitForEvent('download'), enter);
  });

  it('rows are listed, sorted, filtered and chosen; the overview audits; a link is made', async () => {
    const page = await visit();
    const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
    await tabTo(page, button('Choose files'));
    const chooser = await pressed(
      () => page.waitForEvent('filechooser'),
      () => page.keyboard.press('Enter'),
    );
    await chooser.setFiles([LOANS, LOAN_TABLE]);
    await page.getByText('600 of 600 rows').waitFor();
    await settled(page);

    await tabTo(page, page.getByRole('searchbox', { name: 'Text in any column' }));
    await page.keyboard.type('nurse');
    await expect.poll(() => textOf(page, '.found'), PATIENT).not.toContain('600 of 600');
    await page.keyboard.press('Tab');
    await page.keyboard.press('g');
    await expect
      .poll(async () => new Set(await page.locator('.line .class-name').allTextContents()).size, PATIENT)
      .toBe(1);
    await tabTo(page, button('age'));
    await page.keyboard.press('Enter');
    await page
      .getByRole('columnheader', { name: 'age' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    await tabTo(page, button('Filter by age'));
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    await tabTo(page, page.locator('dialog[open]').getByLabel('from'));
    await page.keyboard.type('40');
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await button('Remove the filter of age').waitFor();
    await tabTo(page, button('Filter by home'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.locator('dialog[open]').getByLabel(/own/));
    await page.keyboard.press('Space');
    await tabTo(page, page.locator('dialog[open]').getByRole('button', { name: 'Filter', exact: true }));
    await page.keyboard.press('Enter');
    await button('Remove the filter of home').waitFor();
    // Escape leaves a dialog, and the focus is where it was.
    await tabTo(page, button('Filter by home'));
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await tabTo(page, button('Filter by home'));

    await tabTo(page, page.getByRole('grid'), 'Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const active = page.locator('.line.active');
    await expect.poll(() => active.getAttribute('aria-rowindex'), PATIENT).toBe('4');
    const id = (await active.getAttribute('id')) ?? '';
    expect(await page.getByRole('grid').getAttribute('aria-activedescendant')).toBe(id);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: `One decision (row ${Number(id.slice(4)) + 1})` }).waitFor();
    await isDecided(page, 'grant');

    // From view to view by arrow keys.
    await tabTo(page, page.getByRole('tab', { name: /One decision/ }));
    await page.keyboard.press('ArrowRight');
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('heading', { name: 'Does a protected feature matter?' }).waitFor();
    await tabTo(page, page.locator('summary', { hasText: 'Choose features' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.locator('.choices').getByLabel('age'));
    await page.keyboard.press('Space');
    await tabTo(page, button('Look at every row'));
    await page.keyboard.press('Enter');
    await page.getByText(/268 of 600 decisions/).waitFor();

    await tabTo(page, button('Link'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').getByLabel('The link', { exact: true }).waitFor();
    await tabTo(page, page.locator('dialog[open]').getByRole('button', { name: 'Copy' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page, 'dialog[open] [role=status]'), PATIENT).toMatch(/^Cop/);
    await page.keyboard.press('Escape');
    await tabTo(page, page.getByLabel('Light or dark'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.theme), PATIENT)
      .toBe('dark');
    await tabTo(page, page.getByRole('button', { name: /back to the start/ }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Try an example' }).waitFor();
  });
});
