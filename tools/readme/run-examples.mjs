// Started by examples.mjs with the files to run: imports them in order, and sends what each printed and got wrong.
import { pathToFileURL } from 'node:url';
import { takeFailures } from './expect.mjs';

/** @type {unknown[]} */
const errors = [];
process.on('unhandledRejection', (error) => errors.push(error));
const write = process.stdout.write;

for (const [index, file] of process.argv.slice(2).entries()) {
  let stdout = '';
  process.stdout.write = (/** @type {string | Uint8Array} */ chunk) => {
    stdout += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  try {
    await import(pathToFileURL(file).href);
    await new Promise((resolve) => setTimeout(resolve));
  } catch (error) {
    errors.push(error);
  }
  process.stdout.write = write;
  const problems = [...takeFailures(), ...errors.splice(0).map((error) => describe(error, file))];
  await new Promise((resolve) => process.send?.({ index, stdout, problems }, resolve));
}
process.disconnect?.();

/**
 * @param {unknown} error @param {string} file
 */
function describe(error, file) {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const place = stack.split('\n').find((line) => line.includes(file));
  return { line: Number(/:(\d+):\d+\)?$/.exec(place ?? '')?.[1] ?? 1), message: String(error) };
}
