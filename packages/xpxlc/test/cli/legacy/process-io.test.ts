import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { legacy } from '../../../src/cli/legacy/legacy.ts';
import { processIo } from '../../../src/cli/legacy/process-io.ts';
import { FILES } from './fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'xpxlc-legacy-'));
const path = (name: string): string => join(folder, name);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('this process', () => {
  const io = processIo('xpxlc');
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path(name), text);
  const args = ['-w', '-f', path('xlc'), '-i', path('inst')];

  it('reads and writes files', async () => {
    writeFileSync(path('out'), 'something longer than what comes next, which must not remain'.repeat(9));
    expect(await legacy([...args, '-p', path('out')], io)).toBe(0);
    expect(readFileSync(path('out'), 'utf8')).toBe(
      'Expl: v0=0 v1=0\nExpl: v0=0 v2=0\nExpl: v1=0 v2=0 v3=0\n',
    );
  });

  it('tells files apart by what they are, not by their paths', async () => {
    symlinkSync(path('xlc'), path('link'));
    expect(await io.fileId(path('link'))).toBe(await io.fileId(path('xlc')));
    expect(await io.fileId(path('link'))).not.toBe(await io.fileId(path('inst')));
    expect([await io.fileId(path('nothing')), await io.fileId(folder)]).toEqual([undefined, undefined]);
  });

  it('gives the reason when it cannot', async () => {
    await expect(io.readFile(path('nothing'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(io.create(path('nowhere/out'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGABRT', 'SIGQUIT', 'SIGXCPU'] as const)(
    'listens to %s as long as asked',
    (signal) => {
      const before = process.listenerCount(signal);
      let heard = 0;
      const stop = io.onSignal(() => {
        heard += 1;
      });
      (process.listeners(signal).at(-1) as () => void)();
      expect(heard).toBe(1);
      stop();
      expect(process.listenerCount(signal)).toBe(before);
    },
  );

  it('pauses', async () => {
    let turned = false;
    setImmediate(() => {
      turned = true;
    });
    await io.pause();
    expect(turned).toBe(true);
  });
});
