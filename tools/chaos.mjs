// Does anything break the program? Kills it, fills its disk, sets two of it on one file, damages its files and gives it random options, and holds every run
// against the same laws (chaos/laws.mjs). Ends with 1 when something was found; each finding comes with the command that shows it again.
//
//   npm run chaos                                          two minutes, another seed each time
//   npm run chaos -- --seconds 7200 --only models,inputs   two hours of damaged files
//   npm run chaos -- --only kills --seed 123 --round 17    one round again
//   npm run chaos -- --list                                the areas
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AREAS } from './chaos/areas.mjs';
import { Cells } from './chaos/cells.mjs';
import { Findings } from './chaos/findings.mjs';
import { Random } from './chaos/random.mjs';
import { Shipped } from './chaos/shipped.mjs';
import { install } from './pack.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string', default: Object.keys(AREAS).join(',') },
    round: { type: 'string' },
    // How long a round may take: machines are busy at times.
    guard: { type: 'string', default: '120' },
    // A folder whose node_modules holds another program.
    home: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
const areas = values.only.split(',');
const unknown = areas.filter((name) => !(name in AREAS));
if (unknown.length > 0 || values.list) {
  for (const [name, { about }] of Object.entries(AREAS)) console.log(`${name}: ${about}`);
  if (unknown.length > 0) console.error(`there is no ${unknown.join(', ')}`);
  process.exit(unknown.length > 0 ? 2 : 0);
}
const [seed, guard] = [Number(values.seed), Number(values.guard)];
const base = mkdtempSync(join(tmpdir(), 'xpxlc-chaos-'));
const home = values.home ?? install();
const kept =
  values.home === undefined
    ? fileURLToPath(new URL('../node_modules/.cache/xpxlc/chaos', import.meta.url))
    : join(values.home, 'found');
const cells = new Cells(home, base, guard);
const shipped = new Shipped(home, guard);
const findings = new Findings(seed);
process.on('exit', () => {
  cells.end();
  rmSync(base, { recursive: true, force: true });
  if (values.home === undefined) rmSync(home, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

rmSync(kept, { recursive: true, force: true });
mkdirSync(kept, { recursive: true });
console.log(`chaos: seed ${seed}`);
const inCells = areas.filter((name) => AREAS[name].where === 'cell');
const asProcesses = areas.filter((name) => AREAS[name].where === 'process');
if (inCells.length > 0) await cells.prepare();
if (values.round !== undefined) await play(areas[0], Number(values.round));
else await Promise.all([lane(inCells), lane(asProcesses)]);
findings.print();
writeFileSync(join(kept, 'last.json'), `${JSON.stringify(findings, null, 2)}\n`);
process.exit(findings.failed ? 1 : 0);

/** Rounds of these areas in turn, until the time is over. @param {readonly string[]} names */
async function lane(names) {
  const end = performance.now() + Number(values.seconds) * 1000;
  const next = new Map(names.map((name) => [name, 0]));
  while (next.size > 0) {
    for (const [name, first] of next) {
      const { share = 1, rounds = Number.POSITIVE_INFINITY } = AREAS[name];
      for (let round = first; round < Math.min(first + share, rounds); round++) {
        if (performance.now() > end) return;
        await play(name, round);
      }
      if (first + share < rounds) next.set(name, first + share);
      else next.delete(name);
    }
  }
}

/** One round. @param {string} name @param {number} round */
async function play(name, round) {
  const { where, round: act } = AREAS[name];
  const home = mkdtempSync(join(base, 'round-'));
  const folder = join(home, 'work');
  mkdirSync(folder);
  const played =
    where === 'cell'
      ? await cells.play({ area: name, seed, round })
      : { ...(await act(new Random(seed, name, round), { folder, shipped })), folder };
  findings.add(name, round, played);
  if (played.found.length > 0 && played.folder !== undefined)
    renameSync(played.folder, join(kept, `${name}-${seed}-${round}`));
  rmSync(home, { recursive: true, force: true });
}
