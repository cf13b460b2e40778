// Cells (cell.mjs) as those see them who watch: a round that does not end, or ends the cell, is a finding; the next one gets a new cell.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MEMORY_MB } from './laws.mjs';

const CELL = fileURLToPath(new URL('cell.mjs', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
/** A cell is replaced after so many rounds, or when it has become so large, so that what a round takes can be told. */
const MOST_ROUNDS = 400;
const LARGE_MB = 900;

/** @typedef {import('./areas.mjs').Played & { folder?: string, grown?: boolean }} Played */

export class Cells {
  #home;
  #base;
  #guard;
  /** @type {import('node:child_process').ChildProcess | undefined} */ #child;
  #rounds = 0;
  #stderr = '';

  /** @param {string} home where the program is installed @param {string} base a folder for all files @param {number} guard seconds */
  constructor(home, base, guard) {
    this.#home = home;
    this.#base = base;
    this.#guard = guard;
  }

  /** Makes the files to start from. */
  async prepare() {
    const { thrown } = await this.#ask({ make: true });
    if (thrown !== undefined) throw new Error(thrown);
  }

  /**
   * @param {{ area: string, seed: number, round: number }} wanted
   * @returns {Promise<Played>}
   */
  async play(wanted) {
    const answer = await this.#ask(wanted);
    this.#rounds += 1;
    if (answer.thrown !== undefined) {
      this.end();
      const folder = join(this.#base, 'tmp');
      return {
        found: [{ wrong: [answer.thrown], what: this.#said() }],
        tries: 1,
        ends: { 'no end': 1 },
        what: this.#said(),
        seconds: 0,
        megabytes: 0,
        folder,
      };
    }
    const played = /** @type {Played} */ (answer);
    if (played.grown && played.megabytes > MEMORY_MB)
      played.found.push({ wrong: [`took ${Math.round(played.megabytes)} MB`], what: played.what });
    // What the cell had before is not this round's.
    if (!played.grown) played.megabytes = 0;
    if (this.#rounds >= MOST_ROUNDS || played.megabytes > LARGE_MB) this.end();
    return played;
  }

  end() {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  /** @param {object} message @returns {Promise<any>} */
  async #ask(message) {
    const child = this.#child ?? (await this.#start());
    this.#stderr = '';
    let guard;
    const over = new AbortController();
    const exit = once(child, 'exit', { signal: over.signal }).then(([code, signal]) => ({
      thrown: `ended the process (${signal ?? `status ${code}`}): ${this.#stderr.slice(0, 2000)}`,
    }));
    exit.catch(() => undefined); // nobody waits for it any more
    const answer = await Promise.race([
      exit,
      new Promise((resolve) => {
        child.once('message', resolve);
        child.send(message);
      }),
      new Promise((resolve) => {
        guard = setTimeout(
          () => resolve({ thrown: `did not end within ${this.#guard} seconds` }),
          this.#guard * 1000,
        );
      }),
    ]);
    clearTimeout(guard);
    over.abort();
    child.removeAllListeners('message');
    return answer;
  }

  async #start() {
    const temporary = join(this.#base, 'tmp');
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary, { recursive: true });
    const child = fork(CELL, [root, this.#home, join(this.#base, 'seeds'), join(this.#base, 'trying')], {
      // Without a path nothing else is started, such as a browser.
      env: { ...process.env, TMPDIR: temporary, PATH: '', NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#stderr = '';
    child.stderr?.on('data', (text) => {
      // Why comes first, where comes later.
      this.#stderr = `${this.#stderr}${text}`.slice(0, 10_000);
    });
    const [first] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [{}])]);
    if (!first.ready) throw new Error(`the cell does not start: ${this.#stderr}`);
    this.#child = child;
    this.#rounds = 0;
    return child;
  }

  /** What was tried last. */
  #said() {
    try {
      return readFileSync(join(this.#base, 'trying'), 'utf8');
    } catch {
      return '';
    }
  }
}
