import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { realTarget } from '../../src/table/complete-file.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, stat: vi.fn(real.stat) };
});

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'xpxlc-target-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the file that a name leads to', () => {
  const look = vi.mocked(stat);

  it('is found though another process makes it at this moment', async () => {
    const path = join(folder, 'out.json');
    look.mockImplementationOnce(async () => {
      writeFileSync(path, '');
      throw Object.assign(new Error('nothing there'), { code: 'ENOENT' });
    });
    expect(await realTarget(path)).toEqual({ path, file: true });
  });

  it('is found though another process takes it away at this moment, also behind a link', async () => {
    const path = join(folder, 'out.json');
    const link = join(folder, 'link.json');
    symlinkSync(path, link);
    for (const name of [path, link]) {
      writeFileSync(path, '');
      const info = await stat(path);
      look.mockImplementationOnce(async () => {
        await rm(path);
        return info;
      });
      expect(await realTarget(name)).toEqual({ path, file: true });
    }
  });
});
