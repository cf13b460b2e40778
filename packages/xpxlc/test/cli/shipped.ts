// Starts the program as a user would: what `npm pack` ships (../packed.ts). For tests of what is about the process.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { INSTALLED, type Ran, root, type XpxlcOptions } from './program.ts';

export const MAIN: string = join(INSTALLED, 'xpxlc/bin/xpxlc.js');

/** Start `xpxlc` with these arguments. */
export function xpxlc(
  args: readonly string[],
  { input = '', cwd = root, env = {} }: XpxlcOptions = {},
): Promise<Ran> {
  return ran(process.execPath, [MAIN, ...args], cwd, input, env);
}

/** Run something with `bash -c`; `xpxlc` is the program. */
export function shell(script: string, cwd: string = root): Promise<Ran> {
  const start = `xpxlc() { "${process.execPath}" "${MAIN}" "$@"; }`;
  return ran('bash', ['-o', 'pipefail', '-c', `${start}\n${script}`], cwd, '', {});
}

function ran(
  file: string,
  args: readonly string[],
  cwd: string,
  input: string,
  env: { readonly [name: string]: string },
): Promise<Ran> {
  const child = spawn(file, args, { cwd, env: { ...process.env, NO_COLOR: '1', ...env } });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk) => out.push(chunk));
  child.stderr.on('data', (chunk) => err.push(chunk));
  child.stdin.on('error', () => undefined); // it may end without reading
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) =>
      resolve({ status, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
}
