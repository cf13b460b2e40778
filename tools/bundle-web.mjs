// Bundles the page (packages/web) into packages/xpxlc/dist/page: index.html, one classic script for it and its workers, one style sheet.
// Classic, because browsers refuse modules that are opened from a file share; and nothing is loaded from anywhere else.
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const web = fileURLToPath(new URL('../packages/web/', import.meta.url));
const out = fileURLToPath(new URL('../packages/xpxlc/dist/page/', import.meta.url));

/** `import text from './file?raw'`, as Vite has it. @type {import('esbuild').Plugin} */
const raw = {
  name: 'raw',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /\?raw$/ }, async ({ path, kind, importer, resolveDir }) => {
      const found = await resolve(path.slice(0, -'?raw'.length), { kind, importer, resolveDir });
      return { path: found.path, errors: found.errors, namespace: 'raw' };
    });
    onLoad({ filter: /.*/, namespace: 'raw' }, ({ path }) => ({
      contents: readFileSync(path, 'utf8'),
      loader: 'text',
    }));
  },
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  entryPoints: { page: `${web}src/main.ts` },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  conditions: ['source', 'browser'],
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [raw],
  // Workers run the same script: it must know its own text.
  banner: { js: 'var xpxlcScript=function(){' },
  footer: { js: '};xpxlcScript();' },
});
copyFileSync(`${web}index.html`, `${out}index.html`);
