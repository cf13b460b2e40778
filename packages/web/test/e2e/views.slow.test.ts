// Every view, narrow and wide, light and dark: nothing that axe calls serious, nothing that sticks out, and a picture to be looked at.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { LOANS } from './models.ts';
import { decided, drop, openExample, pick, shoot, unfair, visit } from './visit.ts';

const PEOPLE = {
  name: 'people.csv',
  content:
    'name,age,income,home,late payments\nAda,52,61.5,own,0\nBo,17,18,rent,4\nCy,41,much,rent,1\nDi,36,20,castle,0\nEd,67,95,with family,0\n',
};

describe.each([
  [1280, 'light'],
  [1280, 'dark'],
  [360, 'light'],
  [360, 'dark'],
] as const)('%i pixels wide, %s', (width, colorScheme) => {
  const open = (): Promise<Page> => visit({ width, colorScheme });
  const look = async (page: Page, view: string): Promise<void> => {
    await shoot(page, `${view} ${width} ${colorScheme}`);
    expect(await unfair(page), view).toEqual([]);
  };

  it('the start and one decision', async () => {
    const page = await open();
    await page.getByRole('heading', { name: 'Try an example' }).waitFor();
    await look(page, 'start');
    await openExample(page, /A refused loan/);
    await page.locator('.contrasts svg').first().waitFor();
    await look(page, 'decision');
    if (width < 900) await page.getByRole('heading', { name: 'The case' }).click();
    await page.getByRole('heading', { name: 'All explanations' }).click();
    await page.getByRole('heading', { name: 'What each feature is to this decision' }).click();
    await page.getByText('What can change?').click();
    await page.getByText('What each value adds to the margin').click();
    await page.locator('#feature-2').selectOption('own');
    await page.getByLabel('keep age').check();
    await page.getByRole('button', { name: 'Try the counterexample' }).waitFor();
    await page.getByRole('columnheader', { name: 'Power' }).waitFor();
    await page.getByText(/^There (is|are) exactly/).waitFor();
    await look(page, 'decision with everything open');
  });

  it('many features, three classes', async () => {
    const page = await open();
    await openExample(page, /A spam filter/);
    await look(page, 'decision of 59 features');
    await page.getByRole('button', { name: /back to the start/ }).click();
    await openExample(page, /Bike, van or truck/);
    await look(page, 'decision of three classes');
  });

  it('all rows, the overview and dialogs', async () => {
    const page = await open();
    await openExample(page, /A refused loan/);
    await page.getByRole('tab', { name: /All rows/ }).click();
    await page.locator('.line .class-name').nth(5).waitFor();
    await look(page, 'rows');
    const inDialog = async (button: string, view: string): Promise<void> => {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.locator('dialog[open]').waitFor();
      await look(page, view);
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    };
    await inDialog('Filter by Points', 'dialog of a range');
    // On a phone, columns farther right come into sight by scrolling.
    await page.locator('.grid').evaluate((grid) => {
      grid.scrollLeft = 500;
    });
    await inDialog('Filter by home', 'dialog of values');
    await inDialog('Link', 'dialog of a link');
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByText('Choose features', { exact: true }).click();
    await page.locator('.choices').getByLabel('age').check();
    await page.getByRole('button', { name: 'Look at every row' }).click();
    await page.getByText(/decisions .* depend on/).waitFor();
    await look(page, 'overview');
  });

  it('what went wrong', async () => {
    const page = await open();
    await pick(page, { name: 'model.pmml', content: '<PMML version="4.4"><oops></PMML>' });
    await page.getByRole('alert').waitFor();
    await look(page, 'broken model');
    await drop(page, LOANS, PEOPLE);
    await page.getByText('3 cannot be answered').waitFor();
    await page.locator('.line.bad').first().waitFor();
    await look(page, 'bad rows');
    await page.locator('.line .class-name').first().click();
    await decided(page);
    await page.locator('.row-steps input').fill('2');
    await page.keyboard.press('Enter');
    await page.getByText('not decided').waitFor();
    await look(page, 'bad row');
  });
});
