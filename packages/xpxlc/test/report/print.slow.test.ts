// The report in a real browser: nothing is loaded, nothing is clipped on screen or paper, nothing is in the way of a screen reader.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { additiveModel, type Classifier, reduce, weigh } from '@xpxlc/core';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumArgs, chromiumPath } from '../../../../tools/chromium.mjs';
import { Decision } from '../../src/decision/decision.ts';
import { type ReportData, type RowReport, reportHtml, rowReport } from '../../src/report/index.ts';
import { loanCard } from './loan-card.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Widths of what is printed, in pixels of CSS: the sheet without the margins of 18 mm. */
const PAPER = { A4: (210 - 36) * (96 / 25.4), Letter: 8.5 * 96 - 36 * (96 / 25.4) } as const;

let browser: Browser;
const home = mkdtempSync(join(tmpdir(), 'xpxlc-report-'));

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  rmSync(home, { recursive: true, force: true });
});

/** Reports of every kind: one row, several of which one is bad, many features with long names, a population. */
const REPORTS: Readonly<Record<string, () => ReportData>> = {
  'one row': () => frame([row(loanCard(), [23, 18, 0, 4])]),
  'several rows': () =>
    frame([
      row(loanCard(), [52, 61.5, 1, 0]),
      {
        name: { row: 2 },
        error: "row 2 (line 4), feature 'income': not a finite number; expected a finite number, got 'x'",
      },
      row(loanCard(), [41, 35, 0, 1], 3),
    ]),
  'sixty features': () => frame([row(wide(), Array(60).fill(0))]),
  'a population': () => ({
    ...frame(undefined),
    population: {
      rows: 1234567,
      failed: 2,
      incomplete: 1,
      undecided: 3,
      classes: { refuse: 1234000, grant: 567 },
      features: Array.from({ length: 40 }, (_, i) => ({
        feature: LONG(i),
        necessary: (40 - i) / 80,
        relevant: (60 - i) / 60,
        smallest: 0.5,
        frequency: 0.5,
      })),
      audit: { all: 1, some: 2, none: 3 },
      rules: Array.from({ length: 12 }, (_, i) => ({
        rule: `IF ${LONG(i)} < 3 AND ${LONG(i + 1)} in {a, b} THEN refuse`,
        class: 'refuse',
        features: [],
        literals: [],
        region: {},
        rows: 1000 - i,
        added: 900 - i,
      })),
    },
  }),
};

const LONG = (i: number): string =>
  i % 3 === 0
    ? `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft_${i}`
    : `number of payments later than thirty days in the last twelve months, account ${i}`;

/** Sixty features with long names. */
function wide(): Classifier {
  const names = Array.from({ length: 60 }, (_, i) => LONG(i));
  return reduce(
    additiveModel({
      classes: ['refuse', 'grant'],
      features: names.map((name) => ({
        name,
        values: ['a value that takes some room in a column', 'another'],
      })),
      bias: [-200, 0],
      shapes: names.map((_, i) => [
        { kind: 'table', values: [1 + i / 7, 0] },
        { kind: 'table', values: [0, 0] },
      ]),
    }),
    { neverWins: 'allow' },
  );
}

function row(classifier: Classifier, values: number[], number = 0): RowReport {
  const decision = new Decision(weigh(classifier, values));
  return rowReport({ row: number, id: `A-${number}` }, decision, { reasons: 4, listed: 5 });
}

function frame(rows: ReportData['rows']): ReportData {
  return {
    title: 'Report on decisions',
    date: '16 November 2026',
    model: { name: 'model.json', about: 'Small loans', classes: ['refuse', 'grant'] },
    data: 'rows.csv',
    unit: 'points',
    ...(rows === undefined ? {} : { rows }),
    settings: { reasons: 4, phrases: true, within: [], protected: ['age', 'home'], key: 'number' },
    version: '0.2.0',
    command: `xpxlc report model.json rows.csv ${'--some-option '.repeat(20)}`,
    files: [
      {
        role: 'Model',
        name: `a/${'very/'.repeat(30)}long/path/model.json`,
        sha256: '0123456789abcdef'.repeat(4),
      },
    ],
  };
}

/** Open a report; what it asks the network for, and what the browser complains about. */
async function open(name: string, width: number, setting: { dark?: boolean; print?: boolean } = {}) {
  const context = await browser.newContext({
    viewport: { width: Math.floor(width), height: 900 },
    bypassCSP: setting.dark === undefined && !setting.print,
  });
  const page = await context.newPage();
  await page.emulateMedia({
    media: setting.print ? 'print' : 'screen',
    colorScheme: setting.dark ? 'dark' : 'light',
  });
  const trouble: string[] = [];
  const path = join(home, `${name.replaceAll(' ', '-')}.html`);
  writeFileSync(path, await reportHtml(REPORTS[name]()));
  const url = pathToFileURL(path).href;
  page.on('request', (request) => request.url() !== url && trouble.push(request.url()));
  page.on('console', (message) => trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  await page.goto(url);
  return { page, trouble, close: () => context.close() };
}

/** Elements that reach beyond the page, outside of what scrolls by itself. */
function beyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth + 1;
    const found = Array.from(document.querySelectorAll('body *')).filter((element) => {
      const scrolls = element.closest('.wide');
      const free = scrolls !== null && getComputedStyle(scrolls).overflowX === 'auto';
      return !free && element.getBoundingClientRect().right > wide;
    });
    return found.map(
      (element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`,
    );
  });
}

describe.each(Object.keys(REPORTS))('%s', (name) => {
  it('needs nothing from elsewhere, and is not wider than a phone or a desk, light or dark', async () => {
    for (const width of [360, 1000]) {
      const { page, trouble, close } = await open(name, width, { dark: width === 360 });
      expect(await beyond(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(trouble).toEqual([]);
      await close();
    }
  });

  it.each(['A4', 'Letter'] as const)('is not clipped on %s, and prints', async (paper) => {
    const { page, trouble, close } = await open(name, PAPER[paper], { print: true });
    expect(await beyond(page)).toEqual([]);
    const pdf = (await page.pdf({ format: paper })).toString('latin1');
    const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    // As many pages as the text takes, and a few more for sections that begin a new one.
    const least = height / (paper === 'A4' ? 980 : 912);
    expect(pages).toBeGreaterThanOrEqual(Math.floor(least));
    expect(pages).toBeLessThanOrEqual(2 * least + 4);
    expect(trouble).toEqual([]);
    await close();
  });

  it('has no serious violations of accessibility', async () => {
    const { page, close } = await open(name, 1000);
    await page.addScriptTag({ content: readFileSync(AXE, 'utf8') });
    const violations = await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: axe puts itself there
      const result = await (globalThis as any).axe.run();
      return result.violations
        .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0].html}`);
    });
    expect(violations).toEqual([]);
    await close();
  });
});

it('keeps the head of a table with its first row, and rows whole, on paper', async () => {
  const { page, close } = await open('sixty features', PAPER.A4, { print: true });
  const rules = await page.evaluate(() =>
    ['thead', 'tbody tr', 'h3', 'figure', 'section.row h2'].map((selector) => {
      const style = getComputedStyle(document.querySelector(selector) as Element);
      return [selector, style.breakInside, style.breakAfter, style.display];
    }),
  );
  expect(rules).toEqual([
    ['thead', 'avoid', 'avoid', 'table-header-group'],
    ['tbody tr', 'avoid', 'auto', 'table-row'],
    ['h3', 'auto', 'avoid', 'block'],
    ['figure', 'avoid', 'auto', 'block'],
    ['section.row h2', 'auto', 'avoid', 'block'],
  ]);
  await close();
});
