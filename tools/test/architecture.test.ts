// Folders follow the data: who imports from whom is said in ARCHITECTURE.md, and true.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packages = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  .split(/^## /m)
  .flatMap((section) => {
    const [, name] = /^`packages\/(\w+)`/.exec(section) ?? [];
    return name === undefined ? [] : [{ name, order: toOrder(section) }];
  });

/** Per folder what is left of it: in a line `a → b → c` directly, and through others. */
function toOrder(section: string): Map<string, Set<string>> {
  const lines = section
    .split('\n')
    .filter((line) => / → /.test(line) && /^[\w.]+( → [\w.]+)*$/.test(line))
    .map((line) => line.split(' → '));
  const left = new Map(lines.flat().map((folder) => [folder, new Set<string>()]));
  for (let before = -1, size = 0; before < size; ) {
    before = size;
    for (const line of lines)
      for (const [i, folder] of line.entries())
        for (const other of line.slice(0, i))
          for (const name of [other, ...(left.get(other) ?? [])]) left.get(folder)?.add(name);
    size = [...left.values()].reduce((sum, names) => sum + names.size, 0);
  }
  return left;
}

/** What sources import that is neither in their own folder nor left of it; data (`?raw`) may be anywhere. What lies beside the folders (`index.ts`) may import all of them. */
function offences(
  order: ReadonlyMap<string, ReadonlySet<string>>,
  sources: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(sources).flatMap(([path, text]) => {
    const folder = order.has(path) ? path : path.split('/')[0];
    if (!order.has(folder))
      return path.includes('/') ? [`${path}: its folder is not in ARCHITECTURE.md`] : [];
    return [...text.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'(\.[^'?]*)'/gm)].flatMap(([, imported]) => {
      const to = relative('.', join(dirname(path), imported));
      const target = order.has(to) ? to : to.split('/')[0];
      return target === folder || order.get(folder)?.has(target) ? [] : [`${path} imports ${to}`];
    });
  });
}

describe.each(packages)('packages/$name', ({ name, order }) => {
  const home = join(root, 'packages', name, 'src');
  const paths = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  const sources = Object.fromEntries(paths.map((path) => [path, readFileSync(join(home, path), 'utf8')]));

  it('imports from left to right only', () => {
    expect(paths.length).toBeGreaterThan(20);
    expect(offences(order, sources)).toEqual([]);
  });
});

describe('the order', () => {
  const order = toOrder('a → b → c\nd.ts → b\n');

  it('is that of three packages', () => {
    expect(packages.map(({ name, order }) => [name, order.size])).toEqual([
      ['core', 13],
      ['xpxlc', 18],
      ['web', 5],
    ]);
  });

  it.each([
    ['b/x.ts', "import { c } from '../c/y.ts';"],
    ['b/x.ts', "export type { c } from '../c/y.ts';"],
    ['b/deep/x.ts', "const c = await import('../../c/y.ts');"],
    ['a/x.ts', "import '../d.ts';"],
    ['d.ts', "import {\n  a,\n} from './a/x.ts';"],
    ['b/x.ts', "import { index } from '../index.ts';"],
    ['b/x.ts', "import { other } from '../../../core/src/index.ts';"],
    ['e/x.ts', ''],
  ])('is not kept by %s with %j', (path, text) => {
    expect(offences(order, { [path]: text })).toHaveLength(1);
  });

  it('is kept by what goes left', () => {
    const text =
      "import { a } from '../a/x.ts';\nimport { b } from './y.ts';\nimport { d } from '../d.ts';\nimport fc from 'c';";
    expect(offences(order, { 'c/x.ts': text, 'index.ts': "export { c } from './c/x.ts';" })).toEqual([]);
  });
});
