// Which tests judge mutants? Those of the package (XPXLC_MUTATION_TESTS) on Node that run in this process, without the slow or
// external ones: conformance tests on benchmark data (*.bench-data.test.ts) and tests of the bundle (*.bundle.test.ts).
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

const TESTS = {
  core: ['packages/core/test/**/*.test.ts'],
  // Those of answers and records, and what is made of them; tests of the program as a whole start what was packed before.
  xpxlc: ['packages/xpxlc/test/{answer,record}/**/*.test.ts', 'packages/xpxlc/test/report.test.ts'],
};

export default defineConfig({
  // inside Stryker's sandbox the workspace link would lead to the unmutated sources
  resolve: {
    alias: { '@xpxlc/core': fileURLToPath(new URL('packages/core/src/index.ts', import.meta.url)) },
  },
  test: {
    include: TESTS[process.env.XPXLC_MUTATION_TESTS === 'xpxlc' ? 'xpxlc' : 'core'],
    exclude: [...configDefaults.exclude, '**/*.{bench-data,bundle}.test.ts'],
    expect: { requireAssertions: true },
    testTimeout: 30_000,
    isolate: false, // one module graph for all files: a mutant's tests start at once
    // tests fix the seed of fast-check, and try each property a tenth as often: thousands of mutants are waiting
    env: { XPXLC_MUTATION: '1', XPXLC_RUNS: '0.1' },
  },
});
