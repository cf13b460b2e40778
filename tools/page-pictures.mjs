// Takes docs/page-decision.png and docs/page-overview.png: the page at the refused loan, for README.
// Run after a build: node tools/page-pictures.mjs
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { chromiumArgs, chromiumPath } from './chromium.mjs';

const PAGE = new URL('../packages/xpxlc/dist/page/index.html', import.meta.url).href;
const docs = fileURLToPath(new URL('../docs/', import.meta.url));

const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
const page = await browser.newPage({ viewport: { width: 1000, height: 900 }, colorScheme: 'light' });
await page.goto(PAGE);
await page.getByRole('button', { name: /A refused loan/ }).click();
await page.locator('.contrasts .figure svg').waitFor();
await shoot('page-decision', 1130);
await page.getByRole('tab', { name: 'Overview' }).click();
await page.locator('.figure svg').nth(1).waitFor();
await shoot('page-overview', 960);
await browser.close();

/** @param {string} name @param {number} height in pixels, from the top */
async function shoot(name, height) {
  await page.setViewportSize({ width: 1000, height });
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${docs}${name}.png` });
}
