// Bundles the core, the readers of model files and the bridge (python/bridge) into the one script that the Python package runs in V8, and
// records its SHA-256 beside it. Built-ins and esbuild only: `pip install` from a clone calls this.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const out = `${root}python/src/xpxlc/_core/`;

/**
 * Modules that are imported for what Python does not ask: reading and writing of tables, colours of a terminal. They are empty here.
 * @type {import('esbuild').Plugin}
 */
const empty = {
  name: 'empty',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:|@duckdb\/)/ }, ({ path }) => ({ path, namespace: 'empty' }));
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

const { outputFiles, metafile } = await build({
  // The second one is loaded when something is first drawn.
  entryPoints: { core: `${root}python/bridge/main.ts`, plot: `${root}python/bridge/draw.ts` },
  outdir: out,
  bundle: true,
  write: false,
  metafile: true,
  minify: true,
  format: 'iife',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  charset: 'utf8',
  conditions: ['source', 'browser', 'import'],
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [empty],
});
mkdirSync(out, { recursive: true });
for (const { path, contents } of outputFiles) {
  writeFileSync(path, contents);
  writeFileSync(`${path}.sha256`, `${createHash('sha256').update(contents).digest('hex')}\n`);
}
if (process.argv.includes('--inputs'))
  for (const [path, { bytes }] of Object.entries(metafile.inputs)) console.log(bytes, path);
