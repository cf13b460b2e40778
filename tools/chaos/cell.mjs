// A process that runs rounds inside itself, which is a hundred times faster than starting the program for each. Whoever started it watches: a round
// that hangs, crashes the process or takes all memory ends the cell, not the suite.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, chdir, cpuUsage, resourceUsage } from 'node:process';
import { Readable, Writable } from 'node:stream';
import { AREAS } from './areas.mjs';
import { count } from './findings.mjs';
import { brokenBy, filesBrokenBy, filesOf } from './laws.mjs';
import { Random } from './random.mjs';
import { makeSeeds, seedsOf } from './seeds.mjs';

const [root, home, seeds, status] = argv.slice(2);
const shipped = join(home, 'node_modules/xpxlc');
const [{ run, toProgram }, library, core] = await Promise.all([
  import(join(shipped, 'dist/program/program.js')),
  import(join(shipped, 'dist/index.js')),
  import(join(home, 'node_modules/@xpxlc/core/dist/index.js')),
]);

/** What has come up outside of every promise that is waited for. @type {string[]} */
let unhandled = [];
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => unhandled.push(`${event}: ${error?.stack ?? error}`));
// Tables on standard input are this process's, round after round; a program of one run has no such warning.
process.stdin.setMaxListeners(0);

/** For whoever finds this process dead. @param {string} what */
function note(what) {
  writeFileSync(status, what);
  return what;
}

/**
 * The program, in this process.
 * @param {readonly string[]} args @param {string} [input] @param {(text: string) => void} [seen] told what is written to stdout
 * @returns {Promise<import('./laws.mjs').Ran>}
 */
async function runHere(args, input = '', seen = () => undefined) {
  const texts = { stdout: '', stderr: '' };
  const into = (/** @type {'stdout' | 'stderr'} */ name) =>
    new Writable({
      write(chunk, _, done) {
        texts[name] += chunk;
        if (name === 'stdout') seen(String(chunk));
        done();
      },
    });
  const io = {
    stdin: Readable.from([Buffer.from(input)]),
    stdout: into('stdout'),
    stderr: into('stderr'),
    env: { NO_COLOR: '1' },
  };
  const status = await run(args, io, '0.0.0');
  return { status, ...texts };
}

/**
 * One round in a folder of its own.
 * @param {{ area: string, seed: number, round: number }} wanted
 */
async function play({ area, seed, round }) {
  const folder = mkdtempSync(join(tmpdir(), 'round-'));
  chdir(folder);
  unhandled = [];
  const before = { cpu: cpuUsage(), rss: resourceUsage().maxRSS };
  /** @type {{ wrong: string[], what: string }[]} */
  const found = [];
  let tries = 0;
  /** @type {Record<string, number>} */
  const ends = {};
  let what = note('nothing yet');
  const { commands } = await toProgram(
    [],
    { stdout: process.stdout, stderr: process.stderr },
    '0.0.0',
    () => undefined,
  );
  /** @type {import('./areas.mjs').CellWorld} */
  const world = {
    folder,
    seeds: (kind) => seedsOf(seeds, kind),
    library,
    core,
    commands: () => commands,
    put: (name, bytes) => writeFileSync(join(folder, name), bytes),
    ended: (how) => count(ends, how),
    trying(said) {
      tries += 1;
      what = note(said);
    },
    wrong: (list) => list.length > 0 && found.push({ wrong: list, what }),
    load: (name) => import(join(shipped, 'dist/program', name)),
    program: (args, { input, asked, seen } = {}) =>
      world.judged(`xpxlc ${args.map((arg) => JSON.stringify(arg)).join(' ')}`, {
        run: () => runHere(args, input, seen),
        args,
        ...(asked === undefined ? {} : { asked }),
      }),
    async judged(said, { run: act, args = [], statuses, asked = () => false, shown = (text) => text }) {
      world.trying(said);
      const files = filesOf(folder);
      const ran = await act();
      count(ends, `${ran.status}`);
      const wrong = [
        ...brokenBy(
          { ...ran, stderr: shown(ran.stderr) },
          { args, ...(statuses === undefined ? {} : { statuses }) },
        ),
        ...filesBrokenBy(files, filesOf(folder), asked),
        ...unhandled,
      ];
      unhandled = [];
      if (wrong.length > 0) found.push({ wrong, what });
      return ran;
    },
  };
  await AREAS[area].round(new Random(seed, area, round), world);
  // What ends later than the answer.
  await new Promise((resolve) => setImmediate(resolve));
  if (unhandled.length > 0) found.push({ wrong: unhandled, what });
  const { user, system } = cpuUsage(before.cpu);
  const { maxRSS } = resourceUsage();
  chdir(tmpdir());
  // What was found can be looked at.
  if (found.length === 0) rmSync(folder, { recursive: true, force: true });
  const left = [...filesOf(tmpdir()).keys()].filter((name) => !name.startsWith('round-'));
  if (left.length > 0)
    found.push({ wrong: left.map((name) => `${name} is left in the folder for temporary files`), what });
  return {
    found,
    tries,
    ends,
    what,
    seconds: (user + system) / 1e6,
    megabytes: maxRSS / 1024,
    grown: maxRSS > before.rss,
    folder,
  };
}

process.on('message', async (/** @type {any} */ message) => {
  try {
    if (message.make) {
      mkdirSync(seeds, { recursive: true });
      await makeSeeds(root, seeds, (args) => runHere(args));
      process.send?.({ made: true });
    } else process.send?.(await play(message));
  } catch (error) {
    process.send?.({ thrown: error instanceof Error ? error.stack : String(error) });
  }
});
process.send?.({ ready: true });
