// What would users get? Builds and packs both packages as `npm pack` does, and installs them in a folder of their own: with the
// dependencies that they declare, and no others to be found from there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules/.cache/xpxlc/packed');
const PACKAGES = { '@xpxlc/core': 'packages/core', xpxlc: 'packages/xpxlc' };

/**
 * Packs and installs, in a temporary folder that whoever asks removes.
 * @returns {string} the folder: its node_modules holds the packages
 */
export function install() {
  const home = mkdtempSync(join(tmpdir(), 'xpxlc-packed-'));
  const modules = join(home, 'node_modules');
  for (const [name, archive] of Object.entries(archives())) {
    const folder = join(modules, name);
    mkdirSync(folder, { recursive: true });
    run('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const dependency of Object.keys(dependencies)) {
      if (dependency in PACKAGES) continue;
      const link = join(modules, dependency);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, 'node_modules', dependency), link, 'junction');
    }
  }
  return home;
}

/**
 * The packages as files. Those of the last time are good as long as neither sources nor what was built of them have changed.
 * @returns {Record<string, string>} paths by package
 */
function archives() {
  const last = join(cache, contentHash());
  const folder = existsSync(last) ? last : pack();
  return Object.fromEntries(
    Object.entries(PACKAGES).map(([name, path]) => {
      const { version } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
      return [name, join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)];
    }),
  );
}

/** @returns {string} the folder with the archives */
function pack() {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-'));
  const packages = Object.keys(PACKAGES).flatMap((name) => ['--workspace', name]);
  run(process.execPath, ['tools/build.mjs']); // not left to `prepack`: npm may be told to run no scripts
  run('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', draft, ...packages]);
  const folder = join(cache, contentHash());
  for (const name of readdirSync(cache)) {
    if (/^[0-9a-f]{64}$/.test(name)) rmSync(join(cache, name), { recursive: true, force: true });
  }
  renameSync(draft, folder);
  return folder;
}

/** Of all that packages are made of, and of what was made. */
function contentHash() {
  const digest = createHash('sha256');
  const take = (/** @type {string} */ path) =>
    digest.update(`${path}\0`).update(readFileSync(join(root, path)));
  for (const path of ['package-lock.json', 'tsconfig.base.json', 'tsconfig.json']) take(path);
  for (const tool of ['build', 'bundle-cli', 'bundle-web', 'pack']) take(`tools/${tool}.mjs`);
  // The page is shipped with the program.
  for (const folder of [...Object.values(PACKAGES), 'packages/web']) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
      .filter((path) => !/[\\/](test|node_modules)[\\/]/.test(path) && !path.endsWith('.tsbuildinfo'));
    for (const path of files.sort()) take(path);
  }
  return digest.digest('hex');
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const shell = process.platform === 'win32' && command === 'npm';
  const ran = spawnSync(command, args, { cwd: root, encoding: 'utf8', shell });
  if (ran.status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${ran.error?.message ?? ran.stdout + ran.stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) archives();
