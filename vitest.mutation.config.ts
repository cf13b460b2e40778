// Which tests judge mutants? Those of the package (XPXLC_MUTATION_TESTS) on Node that run in this process, without the slow ones.
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { SEED_ENV } from './tools/seed.mjs';

const TESTS = {
  core: ['packages/core/test/**/*.test.ts'],
  // Those of answers and records, and what is made of them; tests of the program as a whole start what was packed before.
  xpxlc: ['packages/xpxlc/test/answer/**/*.test.ts', 'packages/xpxlc/test/report.test.ts'],
};

export default defineConfig({
  // inside Stryker's sandbox the workspace link would lead to the unmutated sources
  resolve: {
    alias: { '@xpxlc/core': fileURLToPath(new URL('packages/core/src/index.ts', import.meta.url)) },
  },
  test: {
    include: TESTS[process.env.XPXLC_MUTATION_TESTS === 'xpxlc' ? 'xpxlc' : 'core'],
    exclude: [...configDefaults.exclude, '**/*.slow.test.ts'],
    expect: { requireAssertions: true },
    testTimeout: 120_000, // only a guard against tests that hang: machines are busy
    isolate: false, // one module graph for all files: a mutant's tests start at once
    setupFiles: 'packages/core/test/seed.ts', // a mutant's fate is no matter of luck
    // each property is tried a tenth as often: thousands of mutants are waiting
    env: { ...SEED_ENV, XPXLC_RUNS: '0.1' },
  },
});
