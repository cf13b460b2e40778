// What is shipped is complete: every door opens, with the declared dependencies alone, and nothing else is in it.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { INSTALLED, repositoryFile } from './cli/program.ts';

const node = (...args: string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: join(INSTALLED, '..') });

describe.each([
  ['@xpxlc/core', 'packages/core', ['dist']],
  ['xpxlc', 'packages/xpxlc', ['bin', 'dist', 'examples', 'schema']],
])('%s as it is shipped', (name, source, folders) => {
  const home = join(INSTALLED, name);
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(home, path)).isFile(),
  );

  it('holds what was built, its documents and nothing else', () => {
    expect(readdirSync(home).sort()).toEqual(['LICENSE', 'README.md', 'package.json', ...folders].sort());
    const wrong = files.filter((path) => /\.tsbuildinfo$|\.test\.|node_modules/.test(path));
    expect(wrong).toEqual([]);
    // Each module has its source, and each source its module.
    const modules = files
      .filter((path) => /^dist\/(?!program\/|page\/).*\.js$/.test(path))
      .map((path) => path.slice('dist/'.length, -'.js'.length));
    const sources = readdirSync(repositoryFile(join(source, 'src')), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
      .map((path) => path.replace(/\.tsx?$/, ''));
    expect(sources.length).toBeGreaterThan(0);
    expect(modules.sort()).toEqual(sources.sort());
  });

  it('has all files that its package.json names', () => {
    const named = [
      ...Object.values<string>(manifest.bin ?? {}),
      ...Object.values<string | Record<string, string>>(manifest.exports).flatMap((door) =>
        typeof door === 'string'
          ? [door]
          : Object.entries(door).flatMap(([condition, path]) => (condition === 'source' ? [] : [path])),
      ),
    ];
    expect(named.length).toBeGreaterThan(1);
    for (const path of named)
      expect([path, existsSync(join(home, path.replace(/\/\*$/, '')))]).toEqual([path, true]);
  });

  it('gives under each name what the sources give', async () => {
    const doors = Object.entries<string | { source: string }>(manifest.exports).flatMap(([path, door]) =>
      typeof door === 'string' ? [] : [[join(name, path), door.source] as const],
    );
    expect(doors.length).toBeGreaterThan(0);
    for (const [door, path] of doors) {
      const { stdout } = await node(
        '--input-type=module',
        '-e',
        `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(door)}))))`,
      );
      const expected = Object.keys(await import(repositoryFile(join(source, path))));
      expect(expected.length).toBeGreaterThan(0);
      expect([door, JSON.parse(stdout).sort()]).toEqual([door, expected.sort()]);
    }
  });
});

describe('the programs as they are shipped', () => {
  it('are started by the names of the package', async () => {
    const home = join(INSTALLED, 'xpxlc');
    const { bin, version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    expect(Object.keys(bin)).toEqual(['xpxlc', 'xpxlc-legacy']);
    for (const path of Object.values<string>(bin)) {
      expect(readFileSync(join(home, path), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
      expect(statSync(join(home, path)).mode & 0o111).toBe(0o111);
    }
    expect((await node(join(home, bin.xpxlc), '--version')).stdout).toBe(`${version}\n`);
    expect((await node(join(home, bin['xpxlc-legacy']), '-h')).stdout).toContain('-f');
  });

  it('are a demonstration, too', async () => {
    const { stdout } = await node(join(INSTALLED, 'xpxlc/dist/demo.js'));
    expect(stdout).toContain('IF R1 = t AND R2 = f THEN Y');
  });
});
