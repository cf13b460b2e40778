// A real browser at the page as it is shipped. An error in the console, or a request to anywhere else, fails whatever test it happens in.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright';
import { afterAll, expect, onTestFinished, vi } from 'vitest';
import { chromiumArgs, chromiumPath } from '../../../../tools/chromium.mjs';
import { INSTALLED } from '../../../xpxlc/test/cli/program.ts';
import { unpackText } from '../../src/state/packed.ts';
import type { View } from '../../src/state/view-of-link.ts';

/** The page from a folder, as on a file share. */
export const FROM_FILE: string = pathToFileURL(join(INSTALLED, 'xpxlc/dist/page/index.html')).href;

/** For `expect.poll`: the machine may be busy. */
export const PATIENT = { timeout: 20_000, interval: 25 } as const;
vi.setConfig({ testTimeout: 90_000 });

/** A file to open: a path, or its name and content. */
export type Given = string | { readonly name: string; readonly content: string | Uint8Array };

export interface VisitOptions extends BrowserContextOptions {
  /** Where the page is. */
  readonly at?: string;
  readonly width?: number;
  /** Troubles that the test itself provokes. */
  readonly expected?: RegExp;
}

/** Pictures of the page, to be looked at. */
export const SCREENS: string = fileURLToPath(
  new URL('../../../../node_modules/.cache/xpxlc/screens/', import.meta.url),
);

/** Take a picture of the whole page. */
export async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(SCREENS, `${name.replace(/[^\w]+/g, '-')}.png`), fullPage: true });
}

/** Problems that axe calls serious or critical, and whatever sticks out to the right. */
export async function unfair(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself there
    const { violations } = await (globalThis as any).axe.run({
      preload: false,
      rules: { 'target-size': { enabled: true } },
    });
    const serious = violations
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0].html}`);
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [...serious, `${scrollWidth} px in ${clientWidth} px`] : serious;
  });
  return found;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Promise<Browser> | undefined;

afterAll(async () => (await browser)?.close());

/** Open the page in a browser that knows nothing yet. It is closed after the test. */
export async function visit(options: VisitOptions = {}): Promise<Page> {
  const { at = FROM_FILE, width = 1280, expected, ...rest } = options;
  browser ??= chromiumPath().then((executablePath) =>
    chromium.launch({ executablePath, args: chromiumArgs }),
  );
  const context = await (await browser).newContext({ viewport: { width, height: 900 }, ...rest });
  context.setDefaultTimeout(PATIENT.timeout);
  const troubles: string[] = [];
  const trouble = (text: string): void => {
    if (expected?.test(text) !== true) troubles.push(text);
  };
  const own = new URL(at).protocol === 'file:' ? 'file:' : new URL(at).origin;
  context.on('request', (request) => {
    if (![own, 'blob:', 'data:'].some((start) => request.url().startsWith(start)))
      trouble(`request: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) trouble(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => trouble(`error: ${error.error().stack}`));
  const page = await context.newPage();
  // What the policy forbids is told in the console as well, but not always before the test ends.
  await page.exposeFunction('tellForbidden', (what: string) => trouble(`forbidden: ${what}`));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // biome-ignore lint/suspicious/noExplicitAny: exposed above
      (globalThis as any).tellForbidden(`${violatedDirective} ${blockedURI}`);
    });
  });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await shoot(page, `failed ${task.name}`);
    await context.close();
    expect(troubles).toEqual([]);
  });
  await page.goto(at);
  return page;
}

function contentOf(given: Given): { name: string; content: Buffer } {
  if (typeof given === 'string') return { name: basename(given), content: readFileSync(given) };
  return { name: given.name, content: Buffer.from(given.content) };
}

/** Choose files in the dialog of the page. */
export async function pick(page: Page, ...files: readonly Given[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(
    files.map((file) => {
      const { name, content } = contentOf(file);
      return { name, mimeType: 'application/octet-stream', buffer: content };
    }),
  );
}

/** Drop files onto the page. */
export async function drop(page: Page, ...files: readonly Given[]): Promise<void> {
  const given = files
    .map(contentOf)
    .map(({ name, content }) => ({ name, base64: content.toString('base64') }));
  const dataTransfer = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of list)
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    return transfer;
  }, given);
  await page.dispatchEvent('main', 'dragover', { dataTransfer });
  await page.dispatchEvent('main', 'drop', { dataTransfer });
}

/** Open a built-in example by what its card says. */
export async function openExample(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: title }).click();
  await decided(page);
}

/** Wait until a decision is there, and all of the table. */
export async function decided(page: Page): Promise<void> {
  await page.locator('.verdict').waitFor();
  await settled(page);
}

/** Wait until nothing is being read. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.progress').waitFor({ state: 'detached' });
}

/** A file that the browser saved. */
export interface Saved {
  readonly name: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** What a button makes the browser save. By key: the page may still be moving what is under the mouse. */
export async function saved(page: Page, button: string | Locator): Promise<Saved> {
  const found = typeof button === 'string' ? page.getByRole('button', { name: button }).first() : button;
  const download = await pressed(
    () => page.waitForEvent('download'),
    () => found.press('Enter'),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return { name: download.suggestedFilename(), bytes, text: bytes.toString('utf8') };
}

/**
 * What pressing a key makes the browser do. On a busy machine Chromium drops a download or a file chooser now and then without a word;
 * people press again, and so does this, twice.
 */
export async function pressed<T>(wait: () => Promise<T>, press: () => Promise<void>, tries = 3): Promise<T> {
  const [found] = await Promise.all([
    wait().then(
      (happened) => ({ happened }),
      (error: unknown) => {
        if (tries <= 1) throw error;
        return undefined;
      },
    ),
    press(),
  ]);
  return found === undefined ? pressed(wait, press, tries - 1) : found.happened;
}

/** What a link holds. */
export async function viewIn(link: string): Promise<View> {
  return (await unpackText(link.split('#view=')[1])) as View;
}

/** The text of an element, without runs of spaces. */
export async function textOf(page: Page, selector: string): Promise<string> {
  return ((await page.locator(selector).first().textContent()) ?? '').replace(/\s+/g, ' ').trim();
}
