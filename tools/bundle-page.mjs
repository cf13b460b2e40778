// A page that loads, explains and draws, bundled from the packages as they are shipped, with the bundlers that pages are made with. As a
// program it prints what that weighs.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';

/** What is imported, by the name of the bundle. */
const PAGES = {
  core: `
import { counterfactual, enumerate, reduce, rule, scorecard, smallest, weigh } from '@xpxlc/core';
globalThis.xpxlc = { counterfactual, enumerate, reduce, rule, scorecard, smallest, weigh };
`,
  whole: `
import { predict, reduce, rule, smallest, weigh } from '@xpxlc/core';
import { loadModel } from 'xpxlc/import';
import { dropBar, toSvgText } from 'xpxlc/plot';
import { dropBarOf } from 'xpxlc/view';

/** Load a model from text or bytes, and explain a case. */
globalThis.explain = async (content, options, instance) => {
  const source = typeof content === 'string' ? { text: content } : Uint8Array.from(content);
  const { model, format } = await loadModel(source, options);
  const problem = weigh(reduce(model, { neverWins: 'allow' }), instance);
  globalThis.drops = dropBarOf(problem, smallest(problem));
  return { format, class: problem.class, rule: rule(problem, smallest(problem)) };
};
globalThis.refusal = async (path) => loadModel(path).catch(({ name, code, message }) => ({ name, code, message }));
globalThis.draw = () => toSvgText((document) => dropBar(globalThis.drops, { document, width: 360 }));
document.title = 'ready';
`,
};

/**
 * Bundle a page.
 * @param {string} home a folder whose node_modules has the packages
 * @param {'esbuild' | 'vite'} bundler @param {keyof typeof PAGES} page
 * @returns {Promise<{ folder: string, warnings: string[] }>} a folder with index.html; what the bundler had to say
 */
export async function bundlePage(home, bundler, page) {
  const root = join(home, `${bundler}-${page}`);
  const folder = join(root, 'dist');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, 'page.js'), PAGES[page]);
  const html = (/** @type {string} */ script) =>
    `<!doctype html><meta charset="utf-8"><title></title><script type="module" src="${script}"></script>\n`;
  writeFileSync(join(root, 'index.html'), html('./page.js'));
  /** @type {string[]} */
  const warnings = [];
  if (bundler === 'esbuild') {
    const done = await esbuild({
      entryPoints: [join(root, 'page.js')],
      outdir: folder,
      bundle: true,
      minify: true,
      format: 'esm',
      logLevel: 'silent',
    });
    warnings.push(...done.warnings.map(({ text }) => text));
    writeFileSync(join(folder, 'index.html'), html('./page.js'));
  } else {
    const note = (/** @type {string} */ text) => warnings.push(text);
    await vite({
      root,
      base: './',
      configFile: false,
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
      customLogger: {
        info() {},
        warn: note,
        warnOnce: note,
        error: note,
        clearScreen() {},
        hasErrorLogged: () => false,
        hasWarned: false,
      },
    });
  }
  return { folder, warnings };
}

/** @param {string} folder @returns {{ bytes: number, gzipped: number }} what all scripts of a bundle weigh */
export function weightOf(folder) {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.js'),
  );
  const contents = scripts.map((path) => readFileSync(join(folder, path)));
  return {
    bytes: contents.reduce((sum, { length }) => sum + length, 0),
    gzipped: contents.reduce((sum, content) => sum + gzipSync(content).length, 0),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { install } = await import('./pack.mjs');
  const home = install();
  try {
    for (const page of /** @type {const} */ (['core', 'whole']))
      for (const bundler of /** @type {const} */ (['esbuild', 'vite'])) {
        const { bytes, gzipped } = weightOf((await bundlePage(home, bundler, page)).folder);
        const kilobytes = (/** @type {number} */ size) => `${(size / 1000).toFixed(0)} kB`;
        console.log(`${page}, ${bundler}: ${kilobytes(bytes)}, gzipped ${kilobytes(gzipped)}`);
      }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
