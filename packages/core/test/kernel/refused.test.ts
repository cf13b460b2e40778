// Modules are loaded anew here, which a browser cannot do; there the laws run without the kernel as well.
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ['missing', undefined],
  [
    'forbidden',
    {
      Module: class {
        constructor() {
          throw new Error('refused by the policy of the page');
        }
      },
    },
  ],
])('where WebAssembly is %s there is no kernel', async (_, host) => {
  vi.stubGlobal('WebAssembly', host);
  vi.resetModules();
  const fresh = await import('../../src/kernel/load.ts');
  expect(fresh.kernelFor('tails')).toBeNull();
  expect(fresh.kernelFor('rows')).toBeNull();
});
