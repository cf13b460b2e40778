// Does every example in the documentation run and say what it claims, and does every link lead somewhere?
//
// Runs the ```ts and ```sh blocks of README.md, docs/**/*.md and packages/*/README.md, and the ```ts blocks in the
// doc comments of packages/*/src. A ```text block right after a block is its exact stdout; `value; // => 3` in a
// ts block must hold (readme/expect.mjs); `<!-- not run: reason -->` before a block skips it.
import './setup.mjs';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ file: string, line: number, message: string }} Failure
 */

if (process.env.XPXLC_README) process.exit(0); // started by a block of the README itself

const { blocksOf, docBlocksOf } = await import('./readme/blocks.mjs');
const { runExamples } = await import('./readme/examples.mjs');
const { runCommands } = await import('./readme/commands.mjs');
const { checkLinks } = await import('./readme/links.mjs');

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = [
  'README.md',
  ...filesIn('docs', '.md'),
  ...filesIn('packages', 'README.md').filter((path) => /^packages\/[^/]+\/README\.md$/.test(path)),
];
const rootPages = readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'README.md');
const sources = [...filesIn('packages/core/src', '.ts'), ...filesIn('packages/xpxlc/src', '.ts')];

/** @type {Failure[]} */
const failures = [];
const present = pages.filter((page) => existsSync(root + page));
if (present[0] !== 'README.md') failures.push({ file: 'README.md', line: 1, message: 'no such file' });

const blocks = [
  ...present.flatMap((file) => blocksOf(readFileSync(root + file, 'utf8'), file)),
  ...sources.flatMap((file) => docBlocksOf(readFileSync(root + file, 'utf8'), file)),
];
const run = blocks.filter((block) => !block.skipped);
const examples = run.filter(({ lang }) => lang === 'ts' || lang === 'typescript');
const commands = run.filter(({ lang, file }) => (lang === 'sh' || lang === 'bash') && file.endsWith('.md'));

const reports = ['experiments/README.md', 'experiments/results/RESULTS.md'].filter((page) =>
  existsSync(root + page),
);
const links = checkLinks(root, [...present, ...rootPages, ...reports]);
failures.push(
  ...links.failures,
  ...(await runExamples(root, examples)),
  ...(await runCommands(root, commands)),
);

for (const { file, line, message } of failures) {
  console.log(`${file}:${line}: ${message.replaceAll('\n', '\n    ')}`);
}
const skipped = blocks.length - run.length;
console.log(
  `documentation: ${examples.length} examples, ${commands.length} command blocks, ${links.count} links` +
    `${skipped > 0 ? `, ${skipped} blocks not run` : ''}: ${failures.length === 0 ? 'ok' : `${failures.length} wrong`}`,
);
process.exitCode = failures.length === 0 ? 0 : 1;

/**
 * @param {string} folder @param {string} ending
 * @returns {string[]} paths from the root, outside node_modules and dist
 */
function filesIn(folder, ending) {
  if (!existsSync(root + folder)) return [];
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(ending) && !/\/(node_modules|dist)\//.test(path))
    .sort();
}
