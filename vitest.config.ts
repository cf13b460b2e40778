// Which tests run where? What a file's name says: `*.slow.test.ts` take long, or need more than this process (a browser, other programs);
// they are of the project `slow`, and all others of `node`, which is `npm test`. `laws` are the properties of `node`, at full length. Browser tests have a
// configuration of their own (vitest.browser.config.ts).
// All read @xpxlc/core from its sources; tests of the program as a whole run what `npm pack` makes of them (tools/pack.mjs).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SEED_ENV } from './tools/seed.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const conditions = ['source'];
/** Of `npm test`: properties are tried a fifth as often as by `npm run test:all`. */
const SHORT = '0.2';

/** What the projects have in common. */
const node = (name: string, include: readonly string[], exclude: readonly string[], length: string) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name,
    include: [...include],
    exclude: [...exclude, '**/*.page.test.ts', '**/node_modules/**'],
    globalSetup: 'packages/xpxlc/test/packed.ts',
    setupFiles: 'packages/core/test/seed.ts',
    // What it imports is TypeScript to who asks for sources, as we do.
    server: { deps: { inline: [/@modelcontextprotocol\/client/, /\/eventsource/] } },
    env: { ...SEED_ENV, XPXLC_RUNS: process.env.XPXLC_RUNS ?? length },
    /** A test that has compared nothing has not passed. */
    expect: { requireAssertions: true },
    // Only a guard against tests that hang: machines are busy at times.
    testTimeout: 120_000,
  },
});

/** Test files with properties: those that know random models, or fast-check itself. */
function withProperties(): string[] {
  const folders = ['core', 'xpxlc', 'web'].map((name) => `packages/${name}/test`);
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    )
    .filter((path) => path.endsWith('.test.ts') && /'fast-check'|\/laws\//.test(readFileSync(path, 'utf8')));
}

const all = ['packages/*/test/**/*.test.ts', 'experiments/test/**/*.test.ts', 'tools/test/**/*.test.ts'];
const slow = '**/*.slow.test.ts';

export default defineConfig({
  test: {
    // Much of the time a test waits for a program or a worker that it has started.
    maxWorkers: '100%',
    coverage: {
      provider: 'v8',
      include: ['packages/core/src/**/*.ts'],
      reporter: ['text', 'json-summary'],
      thresholds: { lines: 100 },
    },
    projects: [
      node('node', all, [slow], SHORT),
      node('slow', [slow], [], '1'),
      node('laws', withProperties(), [slow], '1'),
    ],
  },
});
