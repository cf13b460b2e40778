// The page as `xpxlc serve` gives it out, under its strict policy; and without a network.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAIN } from '../../../xpxlc/test/cli/shipped.ts';
import { LOAN_TABLE, LOANS } from './models.ts';
import { decided, openExample, PATIENT, pick, saved, settled, textOf, visit } from './visit.ts';

/** The address of a server that ends with the test. */
async function serve(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [MAIN, 'serve', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return url;
}

describe('the page that is served', () => {
  it('opens what the server was given, computes and saves, and breaks no rule of its policy', async () => {
    const url = await serve(LOANS, LOAN_TABLE);
    const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("'unsafe-eval'");
    const page = await visit({ at: url });
    await page.getByText('600 of 600 rows').waitFor();
    await settled(page);
    await page.locator('.line .class-name').first().click();
    await decided(page);
    await page.getByRole('heading', { name: 'All explanations' }).click();
    await page.getByText(/^There (is|are) exactly/).waitFor();
    for (const format of ['SVG', 'PNG']) await saved(page, `Save this picture as ${format}`);
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('img').nth(1).waitFor();
    // A reload finds the view again: the server still has the files.
    await expect.poll(() => page.url(), PATIENT).toContain('#view=');
    await page.reload();
    await page.getByRole('img').nth(1).waitFor();
    await page.getByRole('tab', { name: 'One decision (row 1)' }).waitFor();
  });

  it('forbids what would leave the page', async () => {
    const url = await serve();
    const page = await visit({ at: url, expected: /Content Security Policy|127\.0\.0\.1:9/ });
    await page.getByRole('heading', { name: 'Try an example' }).waitFor();
    const went = await page.evaluate(async () => {
      const image = new Image();
      const loaded = new Promise((resolve) => {
        image.onload = () => resolve('loaded');
        image.onerror = () => resolve('refused');
      });
      image.src = 'http://127.0.0.1:9/x.png';
      return [await loaded, await fetch('http://127.0.0.1:9/').catch(() => 'refused')];
    });
    expect(went).toEqual(['refused', 'refused']);
  });
});

describe('without a network', () => {
  it('everything works on', async () => {
    const url = await serve();
    const page = await visit({ at: url });
    await page.getByRole('heading', { name: 'Try an example' }).waitFor();
    await page.context().setOffline(true);
    await openExample(page, /A refused loan/);
    await page.locator('#feature-3').fill('0');
    await page.locator('#feature-1').fill('90');
    await expect.poll(() => textOf(page, '.verdict .class-name'), PATIENT).toBe('grant');
    await page.getByRole('heading', { name: 'What each feature is to this decision' }).click();
    await page.getByRole('columnheader', { name: 'Power' }).waitFor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('img').nth(1).waitFor();
    // Models of other tools have readers that are loaded when needed: they are on the page already.
    await pick(page, LOANS.replace('packages/xpxlc/examples/loans.json', 'fixtures/onnx/people.onnx'));
    await decided(page);
    await page.getByRole('button', { name: /back to the start/ }).click();
    await pick(page, LOANS, LOAN_TABLE);
    await page.getByText('600 of 600 rows').waitFor();
  });

  it('the page opens from a folder, too', async () => {
    const page = await visit({ offline: true });
    await openExample(page, /A spam filter/);
    expect(await textOf(page, '.verdict .class-name')).toBe('spam');
  });
});
