#!/usr/bin/env node
// The program `xpxlc`.
import { readFileSync } from 'node:fs';
import { processIo } from './io.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
// A closed pipe (`xpxlc … | head`) is no error: the reader has seen enough.
process.stdout.once('error', async (error: NodeJS.ErrnoException) => {
  process.stdout.on('error', () => undefined); // as long as it takes to end
  const isClosed = error.code === 'EPIPE';
  if (!isClosed) process.stderr.write(`xpxlc: stdout: cannot be written (${error.message})\n`);
  const { leave } = await import('./program.ts');
  await leave(isClosed ? 0 : 3); // as EXIT in exit.ts has it; not imported, so that --version need not load the core
});
process.stderr.on('error', () => undefined); // nobody listens
const args = process.argv.slice(2);
if (args.includes('--debug')) process.setSourceMapsEnabled(true); // before the program is loaded
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) process.stdout.write(`${version}\n`);
else if (args[0] === 'legacy') {
  // The original's command line has its own rules for options.
  const [{ legacy }, { processIo: legacyIo }] = await Promise.all([
    import('./legacy/legacy.ts'),
    import('./legacy/process-io.ts'),
  ]);
  process.exitCode = await legacy(args.slice(1), legacyIo('xpxlc'));
} else {
  const { endProcess, isIdle, run } = await import('./program.ts');
  const status = await run(args, processIo, version);
  // What a signal has ended does not wait for input that was being read, and nothing waits for a filter that does not end.
  if (status > 128 || !isIdle()) await endProcess(status);
  process.exitCode = status;
}
