// The program as it is shipped, started as a process of its own and watched: what it says, how it ends, how much it takes, and that it ends.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const METER = fileURLToPath(new URL('meter.mjs', import.meta.url));

/** @typedef {import('./laws.mjs').Ran & { megabytes: number, seconds: number, hung: boolean }} Watched */
/** @typedef {{ readonly child: import('node:child_process').ChildProcess, readonly ended: Promise<Watched> }} Started */

/** Starts it; `guard` is how many seconds it may take. */
export class Shipped {
  /** Node, and what comes before the arguments of the program. @type {readonly string[]} */
  command;
  #guard;

  /** @param {string} home where it is installed @param {number} guard */
  constructor(home, guard) {
    this.command = [process.execPath, '--import', METER, join(home, 'node_modules/xpxlc/bin/xpxlc.js')];
    this.#guard = guard;
  }

  /**
   * @param {readonly string[]} args @param {string} cwd beside it there is a folder for temporary files
   * @param {readonly string[]} [command] instead of the program
   * @returns {Started}
   */
  start(args, cwd, command = this.command) {
    const [file, ...first] = command;
    const temporary = join(cwd, '..', 'tmp');
    mkdirSync(temporary, { recursive: true });
    const child = spawn(file, [...first, ...args], {
      cwd,
      env: { ...process.env, NO_COLOR: '1', TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const texts = ['', '', '', ''];
    for (const x of [1, 2, 3]) {
      const stream = /** @type {import('node:stream').Readable} */ (child.stdio[x]);
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        texts[x] += text;
      });
    }
    let hung = false;
    const guard = setTimeout(() => {
      hung = true;
      child.kill('SIGKILL');
    }, this.#guard * 1000);
    const ended = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status, signal) => {
        clearTimeout(guard);
        const told = texts[3]
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line));
        const most = (/** @type {string} */ key) => Math.max(0, ...told.map((each) => each[key]));
        resolve({
          status,
          signal,
          stdout: texts[1],
          stderr: texts[2],
          hung,
          megabytes: most('megabytes'),
          seconds: most('seconds'),
        });
      });
    });
    return { child, ended };
  }
}
