// One browser at the page that was built: `page-run.ts [quick]` prints what it took, in seconds. Moments are taken in the page itself: from
// an event until the frame after the change is painted.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumArgs, chromiumPath } from '../../tools/chromium.mjs';
import { random } from './data.ts';

export interface Measured {
  readonly browser: string;
  readonly whatIf: readonly WhatIf[];
  readonly starts: readonly number[];
  readonly examples: readonly number[];
  readonly tables: readonly OpenedTable[];
}

export interface WhatIf {
  readonly name: string;
  /** Until the answer is painted, a change each. */
  readonly answers: readonly number[];
  /** Until the pictures are painted as well. */
  readonly pictures: readonly number[];
}

export interface OpenedTable {
  readonly rows: number;
  readonly columns: number;
  readonly bytes: number;
  readonly first: number;
  readonly answered: number;
  readonly complete: number;
  readonly sorted: number;
  readonly filtered: number;
}

const PAGE = new URL('../../packages/xpxlc/dist/page/index.html', import.meta.url).href;
const FEATURES = 60;

async function main(quick: boolean): Promise<Measured> {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-bench-'));
  try {
    const changes = quick ? 5 : 200;
    const whatIf = [
      await measureWhatIf(browser, 'numbers', numbersModel(), changes),
      await measureWhatIf(browser, 'categories', categoriesModel(), changes),
    ];
    const { starts, examples } = await measureStart(browser, quick ? 1 : 9);
    const tables: OpenedTable[] = [];
    for (let run = 0; run < (quick ? 1 : 3); run++)
      tables.push(await measureTable(browser, folder, quick ? 1000 : 100_000, 50));
    return { browser: browser.version(), whatIf, starts, examples, tables };
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  // The loader of TypeScript wraps functions in this.
  await page.addInitScript({ content: 'globalThis.__name = (f) => f;' });
  // Seconds from `since` until `isThere` holds and is painted.
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      painted: (isThere: () => boolean, since: number): Promise<number> =>
        new Promise((resolve) => {
          const look = (): void => {
            if (!isThere()) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve((performance.now() - since) / 1e3)));
          };
          const observer = new MutationObserver(look);
          observer.observe(document, {
            subtree: true,
            childList: true,
            characterData: true,
            attributes: true,
          });
          look();
        }),
    });
  });
  return page;
}

declare function painted(isThere: () => boolean, since: number): Promise<number>;

const weightsOf = (seed: number, count: number): number[] => {
  const next = random(seed);
  return Array.from({ length: count }, () => Number((4 * next() - 2).toFixed(3)));
};

function modelFile(features: readonly object[], weights: readonly unknown[]): string {
  const classes = ['no', 'yes'];
  return JSON.stringify({
    format: 'xpxlc-model',
    version: 1,
    kind: 'linear',
    classes,
    features,
    weights: [weights],
    intercept: [0.1],
  });
}

function numbersModel(): string {
  const features = Array.from({ length: FEATURES }, (_, i) => ({
    name: `x${i}`,
    kind: 'integer',
    lower: -50,
    upper: 50,
  }));
  return modelFile(features, weightsOf(1, FEATURES));
}

function categoriesModel(): string {
  const values = ['a', 'b', 'c', 'd'];
  const features = Array.from({ length: FEATURES }, (_, i) => ({
    name: `x${i}`,
    kind: 'categorical',
    values,
  }));
  const weights = features.map((_, i) => weightsOf(100 + i, values.length));
  return modelFile(features, weights);
}

async function measureWhatIf(
  browser: Browser,
  name: string,
  model: string,
  changes: number,
): Promise<WhatIf> {
  const page = await newPage(browser);
  await page.goto(PAGE);
  await choose(page, 'model.json', model);
  await page.locator('.contrasts svg, .contrasts table').first().waitFor();
  const measured = await page.evaluate(
    async ({ times, features }) => {
      const answers: number[] = [];
      const pictures: number[] = [];
      const textOf = (selector: string) => document.querySelector(selector)?.textContent;
      for (let i = -20; i < times; i++) {
        const f = (7 * (i + 20)) % features;
        const input = document.getElementById(`feature-${f}`) as HTMLInputElement | HTMLSelectElement;
        // Another value each time, so that the margin is another one.
        const value =
          input instanceof HTMLSelectElement
            ? input.options[(input.selectedIndex + 1) % input.options.length].value
            : String(((Number(input.value) + 50 + 13 + (i % 5)) % 101) - 50);
        const before = [textOf('.margin-line'), document.querySelector('.figure-place svg')] as const;
        const since = performance.now();
        input.value = value;
        input.dispatchEvent(
          new Event(input instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
        );
        const [answer, picture] = await Promise.all([
          painted(() => textOf('.margin-line') !== before[0], since),
          painted(() => document.querySelector('.figure-place svg') !== before[1], since),
        ]);
        if (i < 0) continue; // warming up
        answers.push(answer);
        pictures.push(Math.max(answer, picture));
      }
      return { answers, pictures };
    },
    { times: changes, features: FEATURES },
  );
  await page.context().close();
  return { name, ...measured };
}

async function choose(page: Page, name: string, content: string): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
}

async function measureStart(
  browser: Browser,
  times: number,
): Promise<{ starts: number[]; examples: number[] }> {
  const starts: number[] = [];
  const examples: number[] = [];
  for (let run = 0; run < times; run++) {
    const page = await newPage(browser);
    await page.goto(PAGE);
    await page.locator('.card').first().waitFor();
    examples.push(
      await page.evaluate(() => {
        const since = performance.now();
        (document.querySelector('.card') as HTMLElement).click();
        return painted(() => document.querySelector('.verdict') !== null, since);
      }),
    );
    // The address follows the view; a window of its own opens it again.
    await page.waitForFunction(() => location.hash.length > 10);
    const address = page.url();
    await page.context().close();
    const other = await newPage(browser);
    await other.goto(address, { waitUntil: 'commit' });
    starts.push(await other.evaluate(() => painted(() => document.querySelector('.verdict') !== null, 0)));
    await other.context().close();
  }
  return { starts, examples };
}

async function measureTable(
  browser: Browser,
  folder: string,
  rows: number,
  columns: number,
): Promise<OpenedTable> {
  const names = Array.from({ length: columns }, (_, i) => `x${i}`);
  const next = random(5);
  const lines = [`${names.join()}\n`];
  for (let row = 0; row < rows; row++) lines.push(`${names.map(() => Math.floor(1000 * next())).join()}\n`);
  const csv = lines.join('');
  const file = join(folder, 'table.csv');
  writeFileSync(file, csv);
  const page = await newPage(browser);
  await page.goto(PAGE);
  const features = names.map((name) => ({ name, kind: 'integer', lower: 0, upper: 1000 }));
  await choose(page, 'model.json', modelFile(features, weightsOf(9, columns)));
  await page.locator('.verdict').waitFor();
  const opened = page.evaluate(
    (all) =>
      new Promise<{ first: number; answered: number; complete: number }>((resolve) => {
        const there = (selector: string) => document.querySelector(selector) !== null;
        const input = document.querySelector('input[type=file]') as HTMLInputElement;
        input.addEventListener('change', async () => {
          const since = performance.now();
          const [first, answered, complete] = await Promise.all([
            painted(() => there('.line'), since),
            painted(() => there('.line .class-name'), since),
            painted(
              () =>
                !there('.progress') &&
                document.querySelector('.found')?.textContent?.startsWith(all) === true,
              since,
            ),
          ]);
          resolve({ first, answered, complete });
        });
      }),
    `${rows.toLocaleString('en')} of ${rows.toLocaleString('en')}`,
  );
  await page.locator('input[type=file]').setInputFiles(file);
  const { first, answered, complete } = await opened;
  const sorted = await page.evaluate(() => {
    const id = () => document.querySelector('.line')?.id;
    const [since, before] = [performance.now(), id()];
    (document.querySelector('.head:nth-child(4) .sort') as HTMLElement).click();
    return painted(() => id() !== before, since);
  });
  const filtered = await page.evaluate(() => {
    const input = document.querySelector('input[type=search]') as HTMLInputElement;
    const since = performance.now();
    input.value = '777';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const text = document.querySelector('.found')?.textContent;
    return painted(() => document.querySelector('.found')?.textContent !== text, since);
  });
  await page.context().close();
  return { rows, columns, bytes: csv.length, first, answered, complete, sorted, filtered };
}

console.log(JSON.stringify(await main(process.argv[2] === 'quick')));
