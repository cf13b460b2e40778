import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileKernel } from '../../../../tools/kernel.mjs';

test('the compiled kernel is what its sources say, byte for byte', async () => {
  const file = new URL('../../src/kernel/module.ts', import.meta.url);
  expect(await compileKernel()).toBe(readFileSync(file, 'utf8'));
}, 180_000);
