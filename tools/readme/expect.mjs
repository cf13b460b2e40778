// Does a value look the way the comment `// => …` after it says?
//
// The text may be a JavaScript value (`[1, 2]`, `{ a: 1 }`, `12n`), what Node's inspect prints (`Set(1) { 'a' }`), a
// bare string, or any of these with `…` for what is left out. Typed arrays equal arrays. `throws Name` also works.
// Examples call these functions; instrument.mjs puts the calls there.
import { inspect, isDeepStrictEqual } from 'node:util';
import vm from 'node:vm';

/** @type {{ line: number, message: string }[]} */
const failures = [];

/** What was wrong since the last call. */
export function takeFailures() {
  return failures.splice(0);
}

/**
 * @template T
 * @param {T} actual @param {string} text @param {number} line
 * @returns {T}
 */
export function value(actual, text, line) {
  if (!agrees(actual, text)) fail(line, text, show(actual));
  return actual;
}

/**
 * The arguments of a console.log.
 * @template {unknown[]} T
 * @param {T} args @param {string} text @param {number} line
 * @returns {T}
 */
export function printed(args, text, line) {
  const shown = args.map((arg) => (typeof arg === 'string' ? arg : show(arg))).join(' ');
  const one = args.length === 1 && agrees(args[0], text);
  if (!one && !alike(shown, text)) fail(line, text, shown);
  return args;
}

/**
 * @param {() => unknown} call @param {string} name @param {number} line
 */
export async function throws(call, name, line) {
  try {
    fail(line, `throws ${name}`, show(await call()));
  } catch (error) {
    const got = error instanceof Error ? [error.name, error.constructor.name] : [typeof error];
    if (name !== '' && !got.includes(name)) fail(line, `throws ${name}`, String(error));
  }
}

/**
 * @param {number} line @param {string} expected @param {string} got
 */
function fail(line, expected, got) {
  failures.push({ line, message: `expected ${expected}, got ${got}` });
}

/**
 * @param {unknown} actual @param {string} text
 */
function agrees(actual, text) {
  if (alike(typeof actual === 'string' ? actual : show(actual), text) || alike(show(actual), text))
    return true;
  try {
    return isDeepStrictEqual(plain(actual), plain(vm.runInThisContext(`(${text}\n)`)));
  } catch {
    return false; // not JavaScript
  }
}

/**
 * @param {string} shown @param {string} text
 */
function alike(shown, text) {
  const parts = text.split('…').map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`).test(shown);
}

/** @param {unknown} actual */
function show(actual) {
  return inspect(actual, {
    depth: null,
    breakLength: Number.POSITIVE_INFINITY,
    compact: true,
    maxArrayLength: null,
  });
}

/**
 * Typed arrays as arrays, objects of any class as plain ones, without undefined properties.
 * @param {unknown} x
 * @returns {unknown}
 */
function plain(x) {
  if (ArrayBuffer.isView(x) && !(x instanceof DataView)) return Array.from(/** @type {any} */ (x));
  if (Array.isArray(x)) return x.map(plain);
  if (x instanceof Map) return new Map([...x].map(([key, entry]) => [plain(key), plain(entry)]));
  if (x instanceof Set) return new Set([...x].map(plain));
  if (typeof x !== 'object' || x === null) return x;
  const entries = Object.entries(x).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(entries.map(([key, entry]) => [key, plain(entry)]));
}
