// Which Chromium runs the browser tests? The system's, else the one in @sparticuz/chromium: a package of its own (browser/), which npm brings when a
// browser is first needed. It is unpacked once into node_modules/.cache (under a private name first, so that an interrupted unpacking leaves
// nothing behind).
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

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
  const draft = `${home}-${process.pid}`;
  const packed = `${draft}-packed`;
  mkdirSync(draft, { recursive: true });
  try {
    // The package unpacks into the folder for temporary files. A process of its own has this one: what else starts here must not get it.
    const script = `(await import(${JSON.stringify(pathToFileURL(bring(packed)).href)})).default.executablePath()`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', `await ${script}`], {
      env: { ...process.env, TMPDIR: draft },
    });
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error; // else another process was quicker
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}

/**
 * Installs the package in this folder.
 * @param {string} folder
 * @returns {string} its module
 */
function bring(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of ['.npmrc', 'package.json', 'package-lock.json'])
    copyFileSync(fileURLToPath(new URL(`browser/${name}`, import.meta.url)), `${folder}/${name}`);
  const { status, stderr, error } = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`the browser: ${error?.message ?? stderr.trim()}`);
  return `${folder}/node_modules/@sparticuz/chromium/build/esm/index.js`;
}
