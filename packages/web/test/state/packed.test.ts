// What goes into an address comes out again; what does not come from us is refused.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { law, runs } from '../../../core/test/property.ts';
import { fromBase64, packText, toBase64, unpackText } from '../../src/state/packed.ts';
import { toView } from '../../src/state/view-of-link.ts';

it('packs any JSON into letters that addresses leave alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (data) => {
      const text = await packText(data);
      expect(text).toMatch(/^[\w-]*$/);
      expect(await unpackText(text)).toEqual(JSON.parse(JSON.stringify(data)));
    }),
    runs(100),
  );
});

law('keeps bytes', 50, fc.uint8Array({ maxLength: 100_000 }), (bytes) => {
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
});

it('stops at a link that grows too large', async () => {
  const bomb = await packText('0'.repeat(1_000_000));
  expect(bomb.length).toBeLessThan(5000);
  await expect(unpackText(bomb, 100_000)).rejects.toThrow('too large');
});

it('refuses views that are none', () => {
  for (const data of [null, 1, {}, { version: 2 }, { version: 1, tab: 'elsewhere' }])
    expect(() => toView(data)).toThrow();
});
