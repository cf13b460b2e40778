import { expect, test } from 'vitest';
import { kernelFor, withoutKernel } from '../../src/kernel/load.ts';

test('the kernel compiles here, once per engine', () => {
  const kernel = kernelFor('tails');
  expect(kernel).not.toBeNull();
  expect(kernelFor('tails')).toBe(kernel);
  expect(kernelFor('rows')).not.toBe(kernel);
  expect(kernel!.calls.base() % 16).toBe(0);
});

test('memory grows on demand and keeps what is in it', () => {
  const kernel = kernelFor('rows')!;
  const before = kernel.buffer.byteLength;
  const at = before - 1;
  const old = new Uint8Array(kernel.buffer);
  const kept = old[at];
  old[at] = 7;
  expect(kernel.room(before)).toBe(true);
  expect(kernel.buffer.byteLength).toBe(before);
  expect(kernel.room(before + 1)).toBe(true);
  expect(kernel.buffer.byteLength).toBeGreaterThan(before);
  const now = new Uint8Array(kernel.buffer);
  expect(now[at]).toBe(7);
  now[at] = kept;
  expect(kernel.room(2 ** 33)).toBe(false);
});

test('without it there is none, until the end of the function', () => {
  expect(withoutKernel(() => kernelFor('tails'))).toBeNull();
  expect(() =>
    withoutKernel(() => {
      throw new Error('out');
    }),
  ).toThrow('out');
  expect(kernelFor('tails')).not.toBeNull();
});
