// The original's command line as it is shipped.
import { expect, it } from 'vitest';
import { xpxlc } from '../shipped.ts';

it('shows names of files without their control characters', async () => {
  const { stderr } = await xpxlc(['legacy', '-w', '-f', 'no such \x1b]0;owned\x07\u202eevil', '-i', 'x']);
  expect(stderr).toContain('no such ');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  expect(stderr).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
});
