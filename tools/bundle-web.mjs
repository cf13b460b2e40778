// Bundles the page (packages/web) into packages/xpxlc/dist/page: index.html, one classic script with the worker inside, one style sheet.
// Classic, because browsers refuse modules that are opened from a file share; and nothing is loaded from anywhere else.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../packages/web', import.meta.url));
const outDir = fileURLToPath(new URL('../packages/xpxlc/dist/page', import.meta.url));

/** @type {import('vite').Plugin} */
const classic = {
  name: 'classic-script',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(/<script type="module" crossorigin/g, '<script defer').replace(/ crossorigin/g, ''),
  },
};

await build({
  root,
  configFile: false,
  base: './',
  logLevel: 'warn',
  resolve: { conditions: ['source', 'browser', 'module', 'import', 'default'] },
  plugins: [classic],
  worker: { format: 'iife' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      output: {
        format: 'iife',
        codeSplitting: false,
        entryFileNames: 'page.js',
        assetFileNames: 'page[extname]',
      },
    },
  },
});
