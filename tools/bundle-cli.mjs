// Bundles the programs, so that they start fast: dist/program/ holds a file for each door instead of a hundred. Parts that are
// loaded when needed are in the same file and set up when needed; only what few runs need is a file of its own: what answers commands, the
// readers of other tools' models, and libraries that are large.
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
  ['program.ts ./run-command.ts', 'run-command'],
  ['foreign.ts ./onnx/index.ts', 'onnx'],
  ['foreign.ts ./pmml/index.ts', 'pmml'],
  ['foreign.ts ./ebm/ebm.ts', 'ebm'],
  ['foreign.ts ./spreadsheet/index.ts', 'spreadsheet'],
  ['./duckdb.ts', 'duckdb'],
  ['./native-work.ts', 'native-work'], // one list of what goes on
  ['../table/native-work.ts', 'native-work'],
  ['../plot/index.ts', 'plot'],
  ['serve.ts ../server/index.ts', 'server'],
  ['mcp.ts ../mcp/index.ts', 'mcp'],
  ['../report/index.ts', 'report'],
]);

/** Help needs a few functions of the core only: they come with it. @param {boolean} withCore @returns {import('esbuild').Plugin} */
const doors = (withCore) => ({
  name: 'doors',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(@xpxlc\/core$|\.\.?\/)/ }, ({ path, importer }) => {
      const door = DOORS.get(path) ?? DOORS.get(`${basename(importer)} ${path}`);
      if (door === undefined || (withCore && door === 'core')) return undefined;
      return { path: `./${door}.js`, external: true };
    });
    // DuckDB's own library is found from the one that asks for it, wherever that was installed.
    onResolve({ filter: /^@duckdb\/node-bindings$/ }, ({ path }) => ({ path, namespace: 'bindings' }));
    onLoad({ filter: /.*/, namespace: 'bindings' }, ({ path }) => ({
      contents: `const asking = require.resolve; module.exports = createRequire(asking('@duckdb/node-api'))('${path}');`,
    }));
  },
});

const xpxlc = 'packages/xpxlc/src';

/** @param {Record<string, string>} entryPoints @param {boolean} withCore */
const bundle = (entryPoints, withCore) =>
  build({
    entryPoints,
    outdir: OUT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    conditions: ['source'],
    mainFields: ['module', 'main'],
    external: ['piscina', 'cli-progress', 'canvas'], // linkedom would draw on a canvas if there were one
    jsx: 'automatic', // the report
    jsxImportSource: 'preact',
    minify: true,
    sourcemap: 'linked', // read for --debug only
    legalComments: 'none',
    // commander and DuckDB's library are CommonJS, and require parts of Node
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    plugins: [doors(withCore)],
    logLevel: 'warning',
  });

await Promise.all([
  bundle({ main: `${xpxlc}/cli/main.ts`, program: `${xpxlc}/cli/program.ts` }, true),
  bundle(
    {
      core: 'packages/core/src/index.ts',
      'run-command': `${xpxlc}/cli/run-command.ts`,
      'native-work': `${xpxlc}/table/native-work.ts`,
      duckdb: `${xpxlc}/table/duckdb.ts`,
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
      mcp: `${xpxlc}/mcp/index.ts`,
      'answer-worker': `${xpxlc}/server/answer-worker.ts`,
      report: `${xpxlc}/report/index.ts`,
    },
    false,
  ),
]);
