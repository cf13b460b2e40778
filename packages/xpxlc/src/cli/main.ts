#!/usr/bin/env node
// The program `xpxlc`.
import { readFileSync } from 'node:fs';
import { processIo } from './io.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
// A closed pipe (`xpxlc … | head`) is no error: the reader has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
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
  const { run } = await import('./program.ts');
  process.exitCode = await run(args, processIo, version);
}
