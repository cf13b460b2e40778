// Bundles the programs, so that they start fast: dist/program/ holds a file for each door instead of a hundred. Libraries that are
// large and not always needed stay outside and are loaded when called.
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';

const OUT = 'packages/xpxlc/dist/program';
rmSync(OUT, { recursive: true, force: true });

/** What one file of the bundle imports from another one stays an import. */
const DOORS = ['program.ts', 'legacy/legacy.ts', 'legacy/process-io.ts'];
/** @type {import('esbuild').Plugin} */
const doors = {
  name: 'doors',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\// }, ({ path, importer }) => {
      if (basename(importer) !== 'main.ts' || !DOORS.includes(path.slice(2))) return undefined;
      return { path: `./${basename(path, '.ts')}.js`, external: true };
    });
  },
};

await build({
  entryPoints: ['main.ts', ...DOORS]
    .map((file) => ({
      in: `packages/xpxlc/src/cli/${file}`,
      out: basename(file, '.ts'),
    }))
    .concat(
      { in: 'packages/xpxlc/src/cli/legacy/main.ts', out: 'legacy-main' },
      { in: 'packages/xpxlc/src/batch/worker.ts', out: 'worker' },
    ),
  outdir: OUT,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  conditions: ['source'],
  mainFields: ['module', 'main'],
  external: ['@duckdb/node-api', 'piscina', 'cli-progress'],
  minify: true,
  sourcemap: 'linked', // read for --debug only
  legalComments: 'none',
  // commander is CommonJS and requires parts of Node
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  plugins: [doors],
  logLevel: 'warning',
});
