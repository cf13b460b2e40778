// Tests in Chromium: the laws of core again, what must load without a file system (*.web.test.ts), and what only a page can
// show (*.page.test.ts).
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs, chromiumPath } from './tools/chromium.mjs';
import { SEED_ENV } from './tools/seed.mjs';

const executablePath = await chromiumPath();

export default defineConfig({
  resolve: { conditions: ['source'] },
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
    include: ['packages/core/test/**/*.laws.test.ts', 'packages/{xpxlc,web}/test/**/*.{web,page}.test.ts'],
    setupFiles: 'packages/core/test/seed.ts',
    env: SEED_ENV,
    /** A test that has compared nothing has not passed. */
    expect: { requireAssertions: true },
    testTimeout: 120_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath, args: chromiumArgs } }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
