// Which tests run where? `node`: every test of every package. `browser`: the laws of core again, and what
// must load without a file system (*.web.test.ts), in Chromium; and what only a page can show (*.page.test.ts).
// Both read @xpxlc/core from its sources; tests of the program as a whole start what `npm pack` makes of them (tools/pack.mjs).
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs, chromiumPath } from './tools/chromium.mjs';

const conditions = ['source'];
/** A test that has compared nothing has not passed. */
const expect = { requireAssertions: true };

const executablePath = await chromiumPath();

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
      {
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: {
          name: 'node',
          include: [
            'packages/*/test/**/*.test.ts',
            'experiments/test/**/*.test.ts',
            'tools/test/**/*.test.ts',
          ],
          exclude: ['**/*.page.test.ts', '**/node_modules/**'],
          globalSetup: 'packages/xpxlc/test/packed.ts',
          expect,
          // Only a guard against tests that hang: machines are busy at times.
          testTimeout: 120_000,
        },
      },
      {
        resolve: { conditions },
        optimizeDeps: {
          include: [
            'fast-check',
            '@observablehq/plot',
            'zod/mini',
            'zod',
            'jsonc-parser',
            'saxes',
            'csv-parse/browser/esm/sync',
            'hyparquet',
            'hyparquet-compressors',
            'hyparquet-writer',
            '@bufbuild/protobuf',
            '@bufbuild/protobuf/codegenv2',
            '@bufbuild/protobuf/wire',
          ],
        },
        test: {
          name: 'browser',
          include: [
            'packages/core/test/**/*.laws.test.ts',
            'packages/{xpxlc,web}/test/**/*.{web,page}.test.ts',
          ],
          expect,
          testTimeout: 120_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath, args: chromiumArgs } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
