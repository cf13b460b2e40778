// Are the dependencies of package-lock.json installed? If not, `npm ci` installs them.
// Built-ins only: it runs before anything is there. Everything it says goes to stderr.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.xpxlc-lock-hash`;
const hash = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
  console.error('installing dependencies (npm ci) …');
  const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) {
    console.error(`npm ci failed: ${error?.message ?? `exit code ${status}`}`);
    process.exit(1);
  }
  writeFileSync(stamp, hash);
}
