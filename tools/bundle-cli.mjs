// Bundles the programs, so that they start fast: dist/program/ holds a file for each door instead of a hundred. Parts that are
// loaded when needed are in the same file and set up when needed; only what few runs need is a file of its own: the readers of other
// tools' models, and libraries that are large.
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';

const OUT = 'packages/xpxlc/dist/program';
rmSync(OUT, { recursive: true, force: true });

/** Imports that stay imports, and the file of the bundle that they are of. */
const DOORS = new Map([
  ['@xpxlc/core', 'core'],
  ['main.ts ./program.ts', 'program'],
  ['main.ts ./legacy/legacy.ts', 'legacy'],
  ['main.ts ./legacy/process-io.ts', 'process-io'],
  ['foreign.ts ./onnx/index.ts', 'onnx'],
  ['foreign.ts ./pmml/index.ts', 'pmml'],
  ['foreign.ts ./ebm/ebm.ts', 'ebm'],
  ['foreign.ts ./spreadsheet/index.ts', 'spreadsheet'],
  ['../plot/index.ts', 'plot'],
  ['serve.ts ../server/index.ts', 'server'],
  ['../report/index.ts', 'report'],
]);

/** @type {import('esbuild').Plugin} */
const doors = {
  name: 'doors',
  setup({ onResolve }) {
    onResolve({ filter: /^(@xpxlc\/core$|\.\.?\/)/ }, ({ path, importer }) => {
      const door = DOORS.get(path) ?? DOORS.get(`${basename(importer)} ${path}`);
      return door === undefined ? undefined : { path: `./${door}.js`, external: true };
    });
  },
};

const xpxlc = 'packages/xpxlc/src';
await build({
  entryPoints: {
    core: 'packages/core/src/index.ts',
    main: `${xpxlc}/cli/main.ts`,
    program: `${xpxlc}/cli/program.ts`,
    worker: `${xpxlc}/batch/worker.ts`,
    legacy: `${xpxlc}/cli/legacy/legacy.ts`,
    'process-io': `${xpxlc}/cli/legacy/process-io.ts`,
    'legacy-main': `${xpxlc}/cli/legacy/main.ts`,
    onnx: `${xpxlc}/import/onnx/index.ts`,
    pmml: `${xpxlc}/import/pmml/index.ts`,
    ebm: `${xpxlc}/import/ebm/ebm.ts`,
    spreadsheet: `${xpxlc}/import/spreadsheet/index.ts`,
    plot: `${xpxlc}/plot/index.ts`,
    server: `${xpxlc}/server/index.ts`,
    'answer-worker': `${xpxlc}/server/answer-worker.ts`,
    report: `${xpxlc}/report/index.ts`,
  },
  outdir: OUT,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  conditions: ['source'],
  mainFields: ['module', 'main'],
  external: ['@duckdb/node-api', 'piscina', 'cli-progress', 'canvas'], // linkedom would draw on a canvas if there were one
  jsx: 'automatic', // the report
  jsxImportSource: 'preact',
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
