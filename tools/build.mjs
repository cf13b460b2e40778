// Builds what is shipped: packages/*/dist, from the sources and from nothing else. What a source that is gone has left there is removed:
// `npm pack` would take it along.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

for (const name of ['core', 'xpxlc']) {
  const dist = join('packages', name, 'dist');
  if (!existsSync(dist)) continue;
  for (const path of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const [, module] = /^(.*?)(?:\.d)?\.[jt]s(?:\.map)?$/.exec(path) ?? [];
    const bundled = /^(program|page)[\\/]/.test(path);
    if (module === undefined || bundled) continue;
    const source = join('packages', name, 'src', module);
    if (!existsSync(`${source}.ts`) && !existsSync(`${source}.tsx`)) rmSync(join(dist, path));
  }
}
const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b'], {
  stdio: 'inherit',
});
if (status === 0) await Promise.all([import('./bundle-cli.mjs'), import('./bundle-web.mjs')]);
else process.exitCode = 1;
