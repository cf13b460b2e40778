// Pages made with ordinary bundlers from the packages as they are shipped: they bundle without a warning, run in a real browser, and
// say what Node says.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Instance, reduce, rule, smallest, weigh } from '@xpxlc/core';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundlePage, weightOf } from '../../../tools/bundle-page.mjs';
import { chromiumArgs, chromiumPath } from '../../../tools/chromium.mjs';
import { type LoadOptions, loadModel } from '../src/import/load-model.ts';
import { dropBar, toSvgText } from '../src/plot/index.ts';
import { dropBarOf } from '../src/view/index.ts';
import { INSTALLED, LOANS, repositoryFile } from './cli/program.ts';

const CARD = 'feature,bin,points\nage,18-24,10\nage,25+,30\nhome,own,20\nhome,Other,5\n(cutoff),,40\n';
const PERSON = { age: 52, income: 61.5, job: 'nurse', home: 'own', 'late payments': 1 };

interface Case {
  readonly content: string | number[];
  readonly options?: LoadOptions;
  readonly instance: Instance;
}

const text = (path: string): string => readFileSync(repositoryFile(path), 'utf8');
const CASES: Readonly<Record<string, Case>> = {
  'a model file': {
    content: readFileSync(LOANS, 'utf8'),
    instance: { age: 52, income: 61.5, home: 'own', 'late payments': 0 },
  },
  'a scorecard': {
    content: CARD,
    options: { details: { classes: ['no', 'yes'] } },
    instance: { age: 30, home: 'castle' },
  },
  'a scorecard in bytes': {
    content: [...new TextEncoder().encode(CARD)],
    instance: { age: 20, home: 'own' },
  },
  coefficients: {
    content: 'feature,coefficient\nconst,-1\njob[a],2\njob[b],0\n',
    instance: { job: 'b' },
  },
  'an EBM': { content: text('fixtures/ebm/loans.json'), instance: PERSON },
  PMML: { content: text('fixtures/pmml/loans.pmml'), instance: PERSON },
  ONNX: {
    content: [...readFileSync(repositoryFile('fixtures/onnx/people.onnx'))],
    options: { bounds: 'unbounded' },
    instance: { age: 52, income: 61.5, job: 'nurse', home: 'own', late: 1 },
  },
};

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
}, 60_000);
afterAll(() => browser?.close());

describe.each(['esbuild', 'vite'] as const)('a page bundled with %s', (bundler) => {
  const bundle = (page: 'core' | 'whole') => bundlePage(join(INSTALLED, '..'), bundler, page);

  it('loads models from text and bytes, explains and draws', async () => {
    const { folder, warnings } = await bundle('whole');
    expect(warnings).toEqual([]);
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    // A host of its own that the browser trusts as it does a page's: fingerprints need that.
    await page.route('http://localhost/**', (route) => {
      const { pathname } = new URL(route.request().url());
      return route.fulfill({ path: join(folder, pathname === '/' ? 'index.html' : pathname) });
    });
    await page.goto('http://localhost/');
    await page.waitForFunction("document.title === 'ready'");
    for (const [name, { content, options = {}, instance }] of Object.entries(CASES)) {
      const said = await page.evaluate(
        `explain(${[content, options, instance].map((value) => JSON.stringify(value)).join(', ')})`,
      );
      const source = typeof content === 'string' ? { text: content } : Uint8Array.from(content);
      const { model, format } = await loadModel(source, options);
      const problem = weigh(reduce(model, { neverWins: 'allow' }), instance);
      const expected = { format, class: problem.class, rule: rule(problem, smallest(problem)) };
      expect([name, said]).toEqual([name, expected]);
    }
    expect(await page.evaluate("refusal('model.json')")).toEqual({
      name: 'FormatError',
      code: 'unreadable',
      message: 'model.json: no file system here; expected the content: { text }, bytes or a File, got a path',
    });
    // The picture of the last case is the same as on Node.
    const { content, options = {}, instance } = Object.values(CASES).at(-1) as Case;
    const { model } = await loadModel(Uint8Array.from(content as number[]), options);
    const problem = weigh(reduce(model, { neverWins: 'allow' }), instance);
    const drawn = await toSvgText((document) =>
      dropBar(dropBarOf(problem, smallest(problem)), { document, width: 360 }),
    );
    const marks = (svg: string): string[] => svg.match(/<(?:rect|text)[^>]*>[^<]*/g) ?? [];
    const shown = (await page.evaluate('draw()')) as string;
    expect(shown).toMatch(/^<svg[\s\S]*<\/svg>\n$/);
    expect(marks(shown).length).toBe(marks(drawn).length);
    expect(errors).toEqual([]);
    await page.close();
  }, 120_000);

  it('has nothing of Node in it, and no document but its own', async () => {
    const { folder } = await bundle('whole');
    const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.js'),
    );
    expect(scripts.length).toBeGreaterThan(0);
    for (const path of scripts) {
      const script = readFileSync(join(folder, path), 'utf8');
      expect(script).not.toMatch(/(?:from|import\(|require\()\s*["'`]node:/);
      expect(script).not.toContain('parseHTML');
    }
  }, 120_000);

  it('takes from the core what it uses only', async () => {
    const [small, whole] = [
      weightOf((await bundle('core')).folder),
      weightOf((await bundle('whole')).folder),
    ];
    expect(small.bytes).toBeGreaterThan(0);
    expect(small.bytes).toBeLessThan(whole.bytes / 2);
  }, 120_000);
});
