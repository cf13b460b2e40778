// Does what is shipped also work on newer versions of Node? Runs the laws of the core and a smoke test of the packed program on them.
// The versions come from npm, pinned, and are installed when they are first needed: they are no part of `npm ci`.
//
//   npm run test:nodes         all of them
//   npm run test:nodes -- 24   one of them
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { argv, env, execPath, platform } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = `${root}node_modules/.cache/xpxlc/nodes`;

/** By their major version. */
export const NEWER_NODES = { 22: '22.23.3', 24: '24.21.0' };

/** What is run on them, of two projects: less than a minute on two free cores. Laws that count what they compared do so alike on all versions. */
export const NEWER_TESTS = [
  '--project',
  'slow',
  'packages/core/test/core.laws.test.ts',
  'packages/core/test/core.bundle.slow.test.ts',
  'packages/xpxlc/test/packed.slow.test.ts',
  'packages/xpxlc/test/smoke.test.ts',
];
export const NEWER_ENV = { XPXLC_RUNS: '0.25', XPXLC_SEED: '' };

/**
 * The program of this version, installed if it is not yet there.
 * @param {string} version such as 22.23.3
 * @returns {string} its path
 */
export function nodeProgram(version) {
  // What the package `node` chooses by a script; scripts may be forbidden, and need not be run for a file.
  const name = `node-${platform === 'win32' ? 'win' : platform}-${process.arch}`;
  const folder = `${cache}/${version}`;
  const program = `${folder}/node_modules/${name}/bin/node${platform === 'win32' ? '.exe' : ''}`;
  if (!existsSync(program)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/package.json`, '{ "private": true }\n');
    const npm = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    const { status, stderr, error } = spawnSync('npm', [...npm, `${name}@${version}`], {
      cwd: folder,
      encoding: 'utf8',
      shell: platform === 'win32',
    });
    if (status !== 0) throw new Error(`${name}@${version}: ${error?.message ?? stderr.trim()}`);
  }
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() !== `v${version}`)
    throw new Error(`${program}: expected version ${version}, got ${stdout}`);
  return program;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = argv.slice(2);
  for (const [major, version] of Object.entries(NEWER_NODES)) {
    if (wanted.length > 0 && !wanted.includes(major)) continue;
    const node = nodeProgram(version);
    console.log(`Node ${version} (this is ${execPath})`);
    const vitest = [`${root}node_modules/vitest/vitest.mjs`, 'run', '--project', 'node', ...NEWER_TESTS];
    const { status } = spawnSync(node, vitest, {
      cwd: root,
      stdio: 'inherit',
      env: { ...env, ...NEWER_ENV },
    });
    if (status !== 0) process.exitCode = 1;
  }
}
