import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../src/store.ts';

describe('a store of results', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'xpxlc-store-'));
    path = join(folder, 'deep/raw.ndjson');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const fill = (...keys: string[]) => {
    const store = new Store<{ x: number }>(path, { limit: 3 });
    for (const key of keys) if (!store.has(key)) store.add(key, { x: key.length });
    const records = [...store.records()];
    store.close();
    return records;
  };

  it('gives back what was added, in another process, too', () => {
    fill('a', 'bb');
    expect(fill()).toEqual([
      ['a', { x: 1 }],
      ['bb', { x: 2 }],
    ]);
  });

  it('goes on after an interruption at any byte as if there had been none', () => {
    fill('a', 'bb', 'ccc');
    const whole = readFileSync(path);
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      fill('a', 'bb', 'ccc');
      expect(readFileSync(path)).toEqual(whole);
    }
  });

  it('refuses what was made with other parameters, and says which', () => {
    fill('a');
    expect(() => new Store(path, { limit: 4 })).toThrow(/with another limit: .*--fresh/);
    expect(() => new Store(path, { limit: 3, sets: ['x'] })).toThrow(/with another sets/);
    expect(fill()).toHaveLength(1);
  });

  it('starts anew when asked to', () => {
    fill('a');
    const store = new Store(path, { limit: 4 }, { fresh: true });
    expect([...store.records()]).toEqual([]);
    store.close();
  });

  it('takes a key once', () => {
    fill('a');
    const store = new Store<{ x: number }>(path, { limit: 3 });
    expect(() => store.add('a', { x: 2 })).toThrow("'a' has a result already");
    store.close();
  });

  it('says where it is broken', () => {
    fill('a');
    appendFileSync(path, '{"key":\n{"key":"c","x":1}\n');
    expect(() => fill()).toThrow(/line 3: not JSON/);
  });
});
