// What must hold of every run, whatever was asked of it and whatever its files were: functions that say what is wrong, or nothing.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Exit statuses that the program's help documents, but for 4, which is a mistake of ours. */
export const DOCUMENTED = [0, 1, 2, 3];
/** What a run may use, in megabytes. */
export const MEMORY_MB = 2048;

/** What only a mistake of ours says. */
const BROKEN = [
  /please report/i,
  /internal error/i,
  /\b(?:Type|Range|Reference|Syntax|Eval|Assertion)Error\b/,
  /UnhandledPromiseRejection|heap out of memory|FATAL ERROR|Segmentation fault/,
  /\[object \w+\]/,
];
/** A line of a stack trace, which only --debug may show. */
const STACK = /^\s+at (?:.* \()?(?:file:|node:|\/|[A-Z]:\\).*:\d+:\d+\)?$/m;

/** What a terminal would obey: control characters but line ends and tabs, and those that turn the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const COMMANDS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

/**
 * @typedef {object} Ran how a run ended
 * @property {number | null} status
 * @property {string | null} [signal]
 * @property {string} stdout
 * @property {string} stderr
 * @property {number} [megabytes] the most memory it had
 */

/**
 * The law of how a run ends and what it says.
 * @param {Ran} ran
 * @param {{ args?: readonly string[], statuses?: readonly number[] }} [expected]
 * @returns {string[]} what is wrong
 */
export function brokenBy(ran, { args = [], statuses = DOCUMENTED } = {}) {
  const wrong = [];
  if (ran.signal) wrong.push(`ended by ${ran.signal}`);
  else if (ran.status === null || !statuses.includes(ran.status))
    wrong.push(`exit status ${ran.status}, expected one of ${statuses.join(', ')}`);
  for (const [place, text] of Object.entries({ stderr: ran.stderr, stdout: ran.stdout })) {
    const found = BROKEN.map((pattern) => pattern.exec(text)).find((match) => match !== null);
    if (found !== undefined) wrong.push(`${place} says '${found[0]}': ${around(text, found.index)}`);
    if (!args.includes('--debug') && STACK.test(text)) wrong.push(`${place} shows a stack trace`);
  }
  if (COMMANDS.test(ran.stderr))
    wrong.push(`stderr has control characters: ${JSON.stringify(ran.stderr.slice(0, 300))}`);
  const longest = ran.stderr.split('\n').reduce((most, { length }) => Math.max(most, length), 0);
  if (longest > 5000) wrong.push(`stderr has a line of ${longest} characters`);
  // Whoever is refused must be told why.
  if (
    (ran.status === 2 || ran.status === 3) &&
    ran.stderr.trim() === '' &&
    !/error|invalid/i.test(ran.stdout)
  )
    wrong.push(`exit status ${ran.status} without a word`);
  if (ran.megabytes !== undefined && ran.megabytes > MEMORY_MB)
    wrong.push(`took ${Math.round(ran.megabytes)} MB`);
  return wrong;
}

/** @param {string} text @param {number} at */
function around(text, at) {
  return JSON.stringify(text.slice(Math.max(0, at - 100), at + 300));
}

/**
 * The files of a folder, also in folders within, and what they hold.
 * @param {string} folder
 * @returns {Map<string, string>} digests by name
 */
export function filesOf(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );
}

/**
 * The law of files: inputs stay as they are, and nothing is left that nobody asked for.
 * @param {ReadonlyMap<string, string>} before @param {ReadonlyMap<string, string>} after
 * @param {(name: string) => boolean} asked whether a new file of this name may be there
 * @returns {string[]} what is wrong
 */
export function filesBrokenBy(before, after, asked) {
  const wrong = [];
  for (const [name, digest] of before) {
    if (!after.has(name)) wrong.push(`input ${name} is gone`);
    else if (after.get(name) !== digest) wrong.push(`input ${name} was changed`);
  }
  for (const name of after.keys())
    if (!before.has(name) && !asked(name)) wrong.push(`${name} is left behind`);
  return wrong;
}

/**
 * The law of errors that a library throws: typed, with a stable code, and no longer than one reads.
 * @param {unknown} thrown @param {Function} base the class of input errors
 * @returns {string[]} what is wrong
 */
export function errorBrokenBy(thrown, base) {
  if (!(thrown instanceof Error)) return [`threw ${String(thrown)}`];
  if (!(thrown instanceof base))
    return [`untyped error: ${thrown.stack?.split('\n').slice(0, 4).join(' | ')}`];
  const { code } = /** @type {Error & { code?: string }} */ (thrown);
  const wrong = [];
  if (!/^[a-z]+(-[a-z]+)*$/.test(code ?? '')) wrong.push(`no code: ${code}`);
  if (thrown.message.length > 5000) wrong.push(`a message of ${thrown.message.length} characters`);
  return wrong;
}

/**
 * The law of a server's answers: JSON, a value a line, and what is refused has a code.
 * @param {Pick<Ran, 'status' | 'stdout'>} ran
 * @returns {string[]} what is wrong
 */
export function answerBrokenBy({ status, stdout }) {
  if (stdout === '') return [];
  try {
    const values = stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    const [first] = values;
    if (status !== 200 && !/^[a-z]+(-[a-z]+)*$/.test(first?.error?.code ?? ''))
      return [`status ${status} without a code: ${stdout.slice(0, 300)}`];
    const long = values.find((value) => (value?.error?.message ?? '').length > 5000);
    return long === undefined ? [] : [`a message of ${long.error.message.length} characters`];
  } catch (error) {
    return [`no JSON (${error}): ${stdout.slice(0, 300)}`];
  }
}
