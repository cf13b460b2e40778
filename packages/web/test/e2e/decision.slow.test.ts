// One decision on the page: what it says is what the program says of the same row, and what it promises comes true.
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { folder, xpxlc } from '../../../xpxlc/test/cli/program.ts';
import {
  choose,
  FRUIT,
  FRUIT_TABLE,
  LOAN_TABLE,
  LOANS,
  repositoryFile,
  TEMPERATURES,
  VOTES,
} from './models.ts';
import {
  decided,
  type Given,
  openExample,
  PATIENT,
  pick,
  pressed,
  saved,
  textOf,
  viewIn,
  visit,
} from './visit.ts';

type Page = Awaited<ReturnType<typeof visit>>;

/** Open a model and a table at a row. */
async function openRow(model: Given, table: Given, row: number): Promise<Page> {
  const page = await visit();
  await pick(page, model, table);
  await page.locator('.line .class-name').first().click();
  await decided(page);
  await goTo(page, row);
  return page;
}

/** @param row - from 0, as the program counts; the page counts from 1. */
async function goTo(page: Page, row: number): Promise<void> {
  await page.locator('.row-steps input').fill(String(row + 1));
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: `One decision (row ${row + 1})` }).waitFor();
}

async function verdict(page: Page): Promise<string> {
  return textOf(page, '.verdict .class-name, .verdict > *');
}

async function isDecided(page: Page, name: string): Promise<void> {
  await expect.poll(() => verdict(page), PATIENT).toBe(name);
}

interface Said {
  readonly explanation: { readonly features: string[]; readonly literals: string[]; readonly wide: string[] };
  readonly count: { readonly count: string };
  readonly explanations: { readonly features: number[] }[];
  readonly features: { readonly frequency: number }[];
  readonly contrasts: { readonly features: string[] }[];
}

/** All that the page says of the decision, once it has counted for this case. */
async function whole(page: Page): Promise<Said> {
  await page.getByRole('columnheader', { name: 'Power' }).waitFor();
  return JSON.parse((await saved(page, 'Save this decision as JSON')).text);
}

/** A literal of the program as the page says it. */
function inWords(literal: string): string {
  return literal
    .replace(/ in \[(\S+), (\S+)\)/, ' from $1 to under $2')
    .replace(/ in \{(.*), (.*)\}/, ' is $1 or $2');
}

async function openDeep(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'All explanations' }).click();
  await page.getByRole('heading', { name: 'What each feature is to this decision' }).click();
}

describe('what the page says', () => {
  it.each([
    ['a scorecard', LOANS, [0, 3, 7, 12]],
    ['logistic regression (PMML)', repositoryFile('fixtures/pmml/loans.pmml'), [0, 5]],
    ['an explainable boosting machine', repositoryFile('fixtures/ebm/loans.json'), [2]],
  ])('is what the program says: %s', async (_, model, rows) => {
    const command = async (name: string, ...options: string[]) => {
      const ran = await xpxlc([
        name,
        model,
        LOAN_TABLE,
        '--rows',
        rows.join(),
        '--format',
        'json',
        ...options,
      ]);
      expect(ran.stderr).toBe('');
      return JSON.parse(ran.stdout);
    };
    const [explained, contrasted, counts, widened, page] = await Promise.all([
      command('explain', '--limit', 'all', '--order', 'size'),
      command('explain', '--kind', 'cxp', '--limit', '8'),
      command('count'),
      command('explain', '--inflate'),
      openRow(model, LOAN_TABLE, rows[0]),
    ]);
    await openDeep(page);
    for (const [i, row] of rows.entries()) {
      await goTo(page, row);
      await isDecided(page, explained[i].class);
      const said = await whole(page);
      expect(said.explanation.features).toEqual(explained[i].explanations[0].features);
      expect(said.explanations.map(({ features }) => features)).toEqual(
        explained[i].explanations.slice(0, 20).map(({ indices }: { indices: number[] }) => indices),
      );
      expect(said.contrasts.map(({ features }) => features)).toEqual(
        contrasted[i].explanations.map(({ features }: { features: string[] }) => features),
      );
      const { count, frequency } = counts[i];
      expect(said.count.count).toBe(count);
      expect(said.features.map((feature) => feature.frequency)).toEqual(
        Object.values(frequency).map((times) => Number(times) / Number(count)),
      );
      // The bounds of other models have many digits, which the page rounds.
      if (model === LOANS) {
        expect(said.explanation.literals).toEqual(explained[i].explanations[0].literals.map(inWords));
        expect(said.explanation.wide).toEqual(widened[i].explanations[0].widened.map(inWords));
      }
    }
  });

  it('is a sentence, with a picture that has a name', async () => {
    const page = await openRow(LOANS, LOAN_TABLE, 3);
    await isDecided(page, 'grant');
    expect(await textOf(page, '.standing')).toBe('70 points, 65 needed');
    expect(await textOf(page, '#why-title + .sentence')).toBe(
      'As long as age ≥ 50 years, income from 40 to under 80 k€ and late payments from 1 to under 3, the decision is grant, whatever the other value is.',
    );
    const picture = page.getByRole('img', { name: /age ≥ 50 years/ }).first();
    await picture.waitFor();
    expect(await picture.evaluate((svg) => svg.getBoundingClientRect().width)).toBeGreaterThan(300);
    await page.getByLabel(/As wide as possible/).check();
    await expect.poll(() => textOf(page, '#why-title + .sentence'), PATIENT).toContain('late payments < 3');
  });
});

describe('what would change it', () => {
  it('comes true when it is tried, and can be taken back', async () => {
    const page = await openRow(LOANS, LOAN_TABLE, 3);
    const contrasts = page.locator('.contrasts > li');
    expect(await contrasts.count()).toBe(3);
    for (let i = 0; i < 3; i++) {
      const line = contrasts.nth(i);
      await line.locator('details').evaluate((details: HTMLDetailsElement) => {
        details.open = true;
      });
      await line.getByRole('button', { name: 'Try this case' }).click();
      await isDecided(page, 'refuse');
      expect(await textOf(page, '.edited')).toMatch(/^You changed (age|income|late payments)\./);
      await page.getByRole('button', { name: 'Back to the case as it was' }).click();
      await isDecided(page, 'grant');
    }
  });

  it('keeps what cannot change', async () => {
    const page = await openRow(LOANS, LOAN_TABLE, 3);
    const lines = page.locator('.contrasts summary');
    await expect.poll(() => lines.allTextContents(), PATIENT).toHaveLength(3);
    await page.getByText('What can change?').click();
    const movables = page.locator('.movable-list');
    await movables.getByLabel('age').selectOption('cannot change');
    await expect.poll(() => lines.allTextContents(), PATIENT).toHaveLength(2);
    await movables.getByLabel('income').selectOption('can only rise');
    await expect.poll(() => lines.allTextContents(), PATIENT).toEqual(['refuse if late payments ≥ 3']);
    expect(await textOf(page, '.given')).toContain('age');
    await movables.getByLabel('late payments').selectOption('can only fall');
    await page.getByText('Nothing that may change can change the decision.').waitFor();
    expect(await page.getByText('3 of 4 restricted').count()).toBe(1);
  });

  it('leads to the class that is wanted', async () => {
    const page = await openRow(FRUIT, FRUIT_TABLE, 0);
    await isDecided(page, 'apple');
    for (const wanted of ['banana', 'cherry']) {
      await page.getByLabel('Wanted decision').selectOption(wanted);
      await expect
        .poll(async () => (await page.locator('.contrasts summary strong').allTextContents())[0], PATIENT)
        .toBe(wanted);
      const named = await page.locator('.contrasts summary strong').allTextContents();
      expect(new Set(named)).toEqual(new Set([wanted]));
      await page.locator('.contrasts').getByRole('button', { name: 'Try this case' }).first().click();
      await isDecided(page, wanted);
      await page.getByRole('button', { name: 'Back to the case as it was' }).click();
      await isDecided(page, 'apple');
    }
    await page.getByLabel('Wanted decision').selectOption('any other');
    await page.getByRole('tab', { name: /One decision/ }).waitFor();
  });
});

describe('an example', () => {
  it('says of other rows of two classes what would change them, too', async () => {
    const page = await visit();
    await openExample(page, /A refused loan/);
    await isDecided(page, 'refuse');
    await goTo(page, 3);
    await isDecided(page, 'grant');
    await expect
      .poll(async () => (await page.locator('.contrasts summary strong').allTextContents()).join(), PATIENT)
      .toBe('refuse,refuse,refuse');
  });
});

describe('reasons of one’s own', () => {
  it('suffice, are more than needed, or do not suffice, with a case that shows it', async () => {
    const page = await openRow(LOANS, LOAN_TABLE, 3);
    const own = page.getByRole('region', { name: 'Test your own reasons' });
    await page.getByLabel('keep age').check();
    await own.getByText(/^No\. age can stay as it is/).waitFor();
    await own.getByRole('button', { name: 'Try the counterexample' }).click();
    await isDecided(page, 'refuse');
    expect(await page.locator('#feature-0').inputValue()).toBe('53');
    await page.getByRole('button', { name: 'Back to the case as it was' }).click();
    await isDecided(page, 'grant');
    await own
      .getByRole('button', { name: /^Tick what would be reason enough: age, income, late payments/ })
      .click();
    await own.getByText(/^Yes\./).waitFor();
    await page.getByLabel('keep home').check();
    await own.getByText('More than needed: any one of home could be left out.').waitFor();
    await own.getByRole('button', { name: 'Untick all' }).click();
    await own.getByText(/^Tick “keep” beside/).waitFor();
    await page.getByRole('button', { name: 'Tick these' }).click();
    await own.getByText(/^Yes\./).waitFor();
    expect(await page.locator('.controls input[aria-label^=keep]:checked').count()).toBe(3);
  });
});

describe('all explanations', () => {
  it('are counted exactly, however many they are, and listed page by page', async () => {
    const page = await visit();
    await pick(page, VOTES);
    await decided(page);
    await isDecided(page, 'yes');
    await openDeep(page);
    await page.locator('.digits').waitFor();
    const count = (await textOf(page, '.digits')).replace(/\s/g, '');
    expect(BigInt(count)).toBe(choose(60, 30));
    const list = page.locator('ol.explanations');
    const listed = async () => {
      const { text } = await saved(page, 'Save these explanations as JSON');
      return (JSON.parse(text) as { features: number[] }[]).map(({ features }) => features.join());
    };
    const first = await listed();
    expect(await list.locator('li').count()).toBe(20);
    expect(new Set(first.map((features) => features.split(',').length))).toEqual(new Set([30]));
    await page.getByRole('button', { name: 'Next 20' }).click();
    await expect.poll(() => list.getAttribute('start'), PATIENT).toBe('21');
    await expect.poll(async () => new Set([...first, ...(await listed())]).size, PATIENT).toBe(40);
    await page.getByRole('button', { name: 'Smaller ones' }).click();
    await expect.poll(listed, PATIENT).toEqual(first);
    expect(await list.getAttribute('start')).toBe('1');
    // Every vote is in the same share of them, and has the same power.
    await page.getByRole('columnheader', { name: 'Power' }).waitFor();
    const { features } = await whole(page);
    expect(new Set(features.map(({ frequency }) => frequency))).toEqual(new Set([0.5]));
    expect(await page.locator('td', { hasText: 'in some explanation' }).count()).toBe(60);
  });
});

describe('the certificate', () => {
  it('is one that the program verifies', async () => {
    const page = await openRow(LOANS, LOAN_TABLE, 3);
    const { name, text } = await saved(page, 'Check and save the certificate');
    expect(name).toBe('certificate.json');
    await page.getByText(/Checked in exact arithmetic/).waitFor();
    const cwd = folder({ [name]: text });
    const good = await xpxlc(['verify', 'certificate.json', '--model', LOANS], { cwd });
    expect(good).toMatchObject({ status: 0, stderr: 'xpxlc: certificates: 1 valid, 0 not valid\n' });
    const forged = JSON.parse(text);
    forged.set = forged.set.slice(1);
    const bad = await xpxlc(['verify', 'forged.json'], {
      cwd: folder({ 'forged.json': JSON.stringify(forged) }),
    });
    expect(bad.status).not.toBe(0);
    // It was said of that case only.
    await page.getByLabel('late payments, slider').focus();
    await page.keyboard.press('End');
    await isDecided(page, 'refuse');
    await page.getByText(/Checked in exact arithmetic/).waitFor({ state: 'detached' });
  });
});

describe('what if', () => {
  it('follows slider, number box and menu', async () => {
    const page = await openRow(LOANS, LOAN_TABLE, 3);
    await page.getByLabel('late payments, slider').focus();
    await page.keyboard.press('End');
    await isDecided(page, 'refuse');
    expect(await page.locator('#feature-3').inputValue()).toBe('50');
    await page.locator('#feature-3').fill('0');
    await isDecided(page, 'grant');
    expect(await textOf(page, '.standing')).toBe('90 points, 65 needed');
    await page.locator('#feature-2').selectOption('own');
    await expect.poll(() => textOf(page, '.standing'), PATIENT).toBe('105 points, 65 needed');
    expect(await page.locator('.before').allTextContents()).toEqual(['was rent', 'was 2']);
  });

  it.each([
    ['less than the least', '-5', /late payments.*0 to 50.*-5/s],
    ['not whole', '2.5', /late payments.*whole.*2\.5/s],
    ['far too much', '1e20', /late payments/],
    ['more than a number can be', '1e999', /late payments/],
    ['nothing', '', /late payments.*finite/s],
    ['no number', 'e', /late payments.*finite/s],
  ])(
    'a value that is none has no decision, and nothing is said or saved of one: %s',
    async (_, typed, why) => {
      const page = await openRow(LOANS, LOAN_TABLE, 3);
      await isDecided(page, 'grant');
      await openDeep(page);
      await page.getByRole('columnheader', { name: 'Power' }).waitFor();
      await page.getByLabel('keep age').check();
      await page.getByText(/^No\. age can stay/).waitFor();
      const box = page.locator('#feature-3');
      await box.focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.type(typed);
      const isUndecided = async (): Promise<void> => {
        await expect.poll(() => textOf(page, '.banner .careful'), PATIENT).toMatch(why);
        expect(await textOf(page, '.verdict')).toBe('not decided');
        // Nothing that speaks of a decision, in words, tables, pictures, marks or files.
        const view = page.locator('.decision-view');
        expect(await view.locator('.sections > *, svg, table, .badge, .reason, .class-name').count()).toBe(0);
        expect(await view.getByText(/grant|refuse|margin|Save|explanation/i).count()).toBe(0);
      };
      await isUndecided();
      // The address follows after a while; what comes back with it is not decided either.
      await expect
        .poll(async () => (await viewIn(page.url())).edits, PATIENT)
        .toEqual([[3, typed === '-5' || typed === '2.5' || typed === '1e20' ? Number(typed) : '']]);
      const link = page.url();
      await page.reload();
      await pick(page, LOANS, LOAN_TABLE);
      await page.getByRole('tab', { name: 'One decision (row 4)' }).waitFor();
      await isUndecided();
      expect(link).toBe(page.url());
      await box.fill('2');
      await isDecided(page, 'grant');
      await page.getByRole('columnheader', { name: 'Power' }).waitFor();
      expect(await page.locator('.edited').count()).toBe(0);
    },
  );

  it('a number is typed digit by digit, without losing any', async () => {
    const page = await openRow(LOANS, LOAN_TABLE, 3);
    const box = page.locator('#feature-1');
    await box.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('12.05');
    expect(await box.inputValue()).toBe('12.05');
    await isDecided(page, 'refuse');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('-3');
    await expect.poll(() => textOf(page, '.verdict'), PATIENT).toBe('not decided');
    expect(await box.inputValue()).toBe('-3');
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await isDecided(page, 'refuse');
    expect(await box.inputValue()).toBe('3');
  });

  it('“as wide as possible” stays while a number is typed', async () => {
    const page = await openRow(LOANS, LOAN_TABLE, 3);
    await page.getByLabel(/As wide as possible/).check();
    await page.locator('#feature-0').fill('');
    await expect.poll(() => textOf(page, '.verdict'), PATIENT).toBe('not decided');
    await page.locator('#feature-0').fill('60');
    await isDecided(page, 'grant');
    expect(await page.getByLabel(/As wide as possible/).isChecked()).toBe(true);
  });

  it('says what is wrong with a value, and goes on', async () => {
    const page = await openRow(LOANS, LOAN_TABLE, 3);
    await page.locator('#feature-0').fill('17');
    const why = page.locator('.banner .careful');
    await why.waitFor();
    expect(await why.textContent()).toMatch(/age.*18.*17/s);
    await page.locator('#feature-0').fill('18.5');
    await expect.poll(() => why.textContent(), PATIENT).toMatch(/age.*18\.5/s);
    await page.locator('#feature-0').fill('20');
    await isDecided(page, 'refuse');
    expect(await why.count()).toBe(0);
  });
});

describe('what is saved of a decision', () => {
  it('has numbers that are numbers, the row and the reason in words', async () => {
    const page = await visit();
    await pick(page, TEMPERATURES, { name: 't.csv', content: 'id,outside,inside\na,3,20\nb,-12.9,18.5\n' });
    await page.getByText('2 of 2 rows').waitFor();
    await page.locator('.line').nth(1).click();
    await decided(page);
    await isDecided(page, 'heat');
    const { text } = await saved(page, 'Save this decision as CSV');
    const [first, second] = parse(text, { columns: true, bom: true }) as Record<string, string>[];
    expect(first).toMatchObject({
      row_number: '2',
      decision: 'heat',
      feature: 'outside',
      value: '-12.9',
      unit: '°C',
    });
    expect([first.reason, second.reason]).toEqual(['outside ≤ −12.9 °C'.replace('−', '-'), '']);
    await openDeep(page);
    await page.getByRole('columnheader', { name: 'Power' }).waitFor();
    const features = parse((await saved(page, 'Save this table as CSV')).text, { columns: true, bom: true });
    expect(features).toEqual([
      { row_number: '2', feature: 'outside', role: 'necessary', share: '1', power: '1' },
      { row_number: '2', feature: 'inside', role: 'irrelevant', share: '0', power: '0' },
    ]);
  });
});

describe('the focus', () => {
  const focused = (page: Page): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.id || (document.activeElement?.getAttribute('role') ?? null));

  it('goes to the decision that was asked for, and stays where a value is changed', async () => {
    const page = await visit();
    await openExample(page, /A refused loan/);
    await expect.poll(() => focused(page), PATIENT).toBe('decision-title');
    await page.getByRole('tab', { name: /All rows/ }).click();
    await page.locator('.line.active').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await decided(page);
    await expect.poll(() => focused(page), PATIENT).toBe('decision-title');
    // A what-if keeps the focus; what it comes to is said (aria-live).
    await page.locator('#feature-0').fill('30');
    await expect.poll(() => textOf(page, '.edited'), PATIENT).toContain('age');
    expect(await focused(page)).toBe('feature-0');
    expect(await page.locator('.banner [aria-live=polite] .verdict').count()).toBe(1);
    // What is pressed and gone leaves it to the decision.
    for (const name of ['Back to the case as it was', 'Try this case']) {
      await page.getByRole('button', { name }).first().press('Enter');
      await expect.poll(() => focused(page), PATIENT).toBe('decision-title');
    }
    await page.getByLabel('keep age').check();
    await page.getByRole('button', { name: 'Untick all' }).press('Enter');
    await expect.poll(() => focused(page), PATIENT).toBe('held-title');
  });

  it('goes to the rows of a table that is opened', async () => {
    const page = await visit();
    const chooser = await pressed(
      () => page.waitForEvent('filechooser'),
      () => page.getByRole('button', { name: 'Choose files' }).press('Enter'),
    );
    await chooser.setFiles([LOANS, LOAN_TABLE]);
    await expect.poll(() => focused(page), PATIENT).toBe('grid');
  });

  it('a value that is a reason is called so, with a pause', async () => {
    const page = await openRow(LOANS, LOAN_TABLE, 3);
    await page.locator('.badge').first().waitFor();
    for (const [role, name] of [
      ['spinbutton', 'income, reason'],
      ['combobox', 'home'],
    ] as const)
      expect(await page.getByRole(role, { name, exact: true }).count()).toBe(1);
  });
});

describe('a page that is closed while it computes', () => {
  it('answers again when something is opened', async () => {
    const page = await visit();
    await openExample(page, /A spam filter/);
    // The answer to this is still under way when the page is closed.
    await page.evaluate(() => {
      for (const select of document.querySelectorAll<HTMLSelectElement>('.controls select')) {
        select.selectedIndex = 1 - select.selectedIndex;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
      document.querySelector<HTMLButtonElement>('.brand')?.click();
    });
    await openExample(page, /A refused loan/);
    await isDecided(page, 'refuse');
  });
});
