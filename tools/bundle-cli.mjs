// Bundles the programs, so that they start fast: dist/program/ holds a few files instead of a hundred. Libraries that are large and
// not always needed stay outside and are loaded when called.
import { build } from 'esbuild';

await build({
  entryPoints: {
    xpxlc: 'packages/xpxlc/src/cli/main.ts',
    'xpxlc-legacy': 'packages/xpxlc/src/cli/legacy/main.ts',
  },
  outdir: 'packages/xpxlc/dist/program',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  conditions: ['source'],
  mainFields: ['module', 'main'],
  external: ['@duckdb/node-api', 'piscina'],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  // commander is CommonJS and requires parts of Node
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
