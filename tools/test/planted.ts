// A program with a planted fault, installed where the chaos suite looks for the shipped one.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What the program does wrong in each round; statements in a function of `args` and `io`. */
export const FAULTS = {
  none: "io.stderr.write('xpxlc: refused\\n'); return 3;",
  status: "io.stderr.write('xpxlc: no\\n'); return 4;",
  silent: 'return 3;',
  stack: "io.stderr.write('xpxlc: no\\n    at read (file:///a/b.js:1:2)\\n'); return 3;",
  hang: 'for (;;);',
  crash: 'process.abort();',
  leftover: "writeFileSync('rubbish.tmp', ''); return 0;",
  temporary: "writeFileSync(process.env.TMPDIR + '/rubbish', ''); return 0;",
  input: "for (const name of args.filter((arg) => existsSync(arg))) writeFileSync(name, ''); return 0;",
  unhandled: "Promise.reject(new Error('nobody waits')); await new Promise(setImmediate); return 0;",
} as const;

/** Install it; `loadModel` of its library throws `thrown`. */
export function planted(fault: keyof typeof FAULTS, thrown = "new XpxlcError('bad')"): string {
  const home = mkdtempSync(join(tmpdir(), 'xpxlc-planted-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const put = (path: string, text: string): void => {
    mkdirSync(join(home, 'node_modules', path, '..'), { recursive: true });
    writeFileSync(join(home, 'node_modules', path), text);
  };
  const module = '{ "type": "module" }';
  put('xpxlc/package.json', module);
  put('@xpxlc/core/package.json', module);
  put('@xpxlc/core/dist/index.js', "export class XpxlcError extends Error { code = 'bad-thing'; }");
  put(
    'xpxlc/dist/index.js',
    `import { XpxlcError } from '@xpxlc/core/dist/index.js'; export async function loadModel() { throw ${thrown}; }`,
  );
  put(
    'xpxlc/dist/program/program.js',
    `import { existsSync, writeFileSync } from 'node:fs';
     const option = (long) => ({ flags: long + ' <file>', long, required: true });
     export const toProgram = () => ({ commands: [{ name: () => 'explain', registeredArguments: [], options: [option('--xmap')] }] });
     export async function run(args, io) {
       const making = args.filter((arg, x) => x > 0 && arg.startsWith('/') && !existsSync(arg));
       for (const path of making) writeFileSync(path, '{}');
       if (making.length > 0) return 0;
       ${FAULTS[fault]}
     }`,
  );
  // Writes something else when it is resumed, and waits to be killed before that.
  put(
    'xpxlc/bin/xpxlc.js',
    `import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
     const output = process.argv[process.argv.indexOf('-o') + 1];
     const resumed = existsSync(output + '.partial');
     if (process.argv.includes('--resume') && !resumed) {
       writeFileSync(output + '.partial', 'x'.repeat(1000));
       setInterval(() => undefined, 1000);
     } else {
       writeFileSync(output + '.partial', ${fault === 'none' ? "'whole'" : "resumed ? 'mixed' : 'whole'"});
       renameSync(output + '.partial', output);
     }`,
  );
  return home;
}
