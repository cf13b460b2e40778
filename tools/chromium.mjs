// Which Chromium runs the browser tests? The system's, else the one in @sparticuz/chromium, unpacked once
// into node_modules/.cache (under a private name first, so that an interrupted unpacking leaves nothing behind).
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const system = '/usr/bin/chromium';
const cache = fileURLToPath(new URL('../node_modules/.cache/xpxlc/', import.meta.url));

export const chromiumArgs = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];

/** @returns {Promise<string>} path of the executable */
export async function chromiumPath() {
  if (existsSync(system)) return system;
  const home = `${cache}chromium`;
  if (!existsSync(home)) await unpack(home);
  return `${home}/chromium`;
}

/** @param {string} home */
async function unpack(home) {
  const { default: chromium } = await import('@sparticuz/chromium');
  const draft = `${home}-${process.pid}`;
  const before = process.env.TMPDIR;
  mkdirSync(draft, { recursive: true });
  process.env.TMPDIR = draft; // the package unpacks into os.tmpdir()
  try {
    await chromium.executablePath();
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error; // else another process was quicker
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
