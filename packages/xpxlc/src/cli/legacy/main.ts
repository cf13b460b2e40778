#!/usr/bin/env node
// `xpxlc-legacy`: the paper's command line in this process. Reports are headed by the original's name, whatever ours is.
import { legacy } from './legacy.ts';
import { processIo } from './process-io.ts';

// Without a listener, a reader that goes away would end the program with a stack trace; `write` says so too.
process.stdout.on('error', () => {});
process.exitCode = await legacy(process.argv.slice(2), processIo('xpxlc'));
