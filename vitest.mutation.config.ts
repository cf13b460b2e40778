// Which tests judge mutants? Those of core on Node, without the slow or external ones: conformance tests on
// benchmark data (*.bench-data.test.ts) and tests of the bundle (*.bundle.test.ts).
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  // inside Stryker's sandbox the workspace link would lead to the unmutated sources
  resolve: {
    alias: { '@xpxlc/core': fileURLToPath(new URL('packages/core/src/index.ts', import.meta.url)) },
  },
  test: {
    include: ['packages/core/test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.{bench-data,bundle}.test.ts'],
    expect: { requireAssertions: true },
    testTimeout: 30_000,
    isolate: false, // one module graph for all files: a mutant's tests start at once
    // tests fix the seed of fast-check, and try each property a tenth as often: thousands of mutants are waiting
    env: { XPXLC_MUTATION: '1', XPXLC_RUNS: '0.1' },
  },
});
