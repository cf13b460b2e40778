// A reader that has seen enough, as in `xpxlc … | head`: no error, and nothing is said of what is given up.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { folder, LOANS, PEOPLE } from '../cli/program.ts';
import { MAIN, shell } from '../cli/shipped.ts';
import { manyLoans } from './runs.ts';

it.each([
  ['explain', []],
  ['explain', ['--limit', 'all', '--kind', 'both']],
  ['explain', ['--where', 'age > 1']],
  ['predict', []],
  ['count', ['--format', 'csv']],
])(
  '%s %j ends with status 0 when its reader goes away',
  async (command, options) => {
    const cwd = folder({ 'many.csv': manyLoans(2000) });
    const child = spawn(process.execPath, [MAIN, command, LOANS, 'many.csv', ...options], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    expect([...(await once(child, 'close')), said]).toEqual([0, null, '']);
  },
  60_000,
);

it('ends quietly in a pipe whose reader has seen enough, in every format', async () => {
  const lines = PEOPLE.split('\n').slice(1, 6);
  const cwd = folder({
    'many.csv': `${PEOPLE.split('\n')[0]}\n${Array(4000).fill(lines.join('\n')).join('\n')}\n`,
  });
  for (const format of ['ndjson', 'csv', 'text']) {
    const ran = await shell(`xpxlc explain "${LOANS}" many.csv --format ${format} | head -n 2`, cwd);
    expect([format, ran.status, ran.stderr]).toEqual([format, 0, '']);
    expect(ran.stdout.split('\n').length).toBe(3);
  }
});
