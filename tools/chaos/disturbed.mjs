// The law of disturbed runs: what is there in the end is byte for byte what an undisturbed run writes, and nothing else is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { count } from './findings.mjs';
import { brokenBy } from './laws.mjs';

/** @typedef {import('./shipped.mjs').Watched} Watched */

/** What a round of processes has seen; told piece by piece. */
export class Disturbed {
  /** @type {{ wrong: string[], what: string }[]} */
  found = [];
  tries = 0;
  /** @type {Record<string, number>} */
  ends = {};
  seconds = 0;
  megabytes = 0;
  what = '';

  /**
   * A process has ended.
   * @param {Watched} ran @param {string} what @param {{ statuses: readonly (number | null)[], signals?: readonly string[] }} expected
   */
  ended(ran, what, { statuses, signals = [] }) {
    this.tries += 1;
    count(this.ends, `${ran.signal ?? ran.status}`);
    this.what = what;
    this.seconds = Math.max(this.seconds, ran.seconds);
    this.megabytes = Math.max(this.megabytes, ran.megabytes);
    if (ran.hung) return this.wrong([`did not end: ${ran.stderr}`]);
    const killed = ran.signal !== null && ran.signal !== undefined && signals.includes(ran.signal);
    const judged = killed ? { ...ran, signal: null, status: 0 } : ran;
    const allowed = /** @type {number[]} */ (statuses.filter((status) => status !== null));
    this.wrong(
      brokenBy(judged, { statuses: killed ? [0] : allowed }).map(
        (each) => `${each} (stderr: ${ran.stderr.trim()})`,
      ),
    );
  }

  /** @param {string[]} list */
  wrong(list) {
    if (list.length > 0) this.found.push({ wrong: list, what: this.what });
  }

  /**
   * The file is complete, or not there.
   * @param {string} path @param {Buffer} expected @param {{ must?: boolean }} [how]
   */
  output(path, expected, { must = false } = {}) {
    if (!existsSync(path)) {
      if (must) this.wrong(['the output is not there']);
      return;
    }
    const got = readFileSync(path);
    if (!got.equals(expected)) {
      const at = got.findIndex((byte, x) => byte !== expected[x]);
      this.wrong([
        `the output differs from an undisturbed run: ${got.length} bytes instead of ${expected.length}, from byte ${at} on`,
      ]);
    }
  }

  /** Nothing else is there. @param {string} folder @param {readonly string[]} names */
  nothingBut(folder, names) {
    const left = readdirSync(folder).filter((name) => !names.includes(name));
    this.wrong(left.map((name) => `${name} is left behind`));
  }
}
