// Disks that become full. Where the system allows it, a small file system of its own in memory (a mount that ends with the process); otherwise a limit
// on the size of files, which fails in the same places with another error.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Disturbed } from '../disturbed.mjs';
import { argsOf, prepare, RUNS, undisturbed } from '../long-runs.mjs';

const PRIVATE = ['unshare', '--user', '--map-root-user', '--mount'];
let mounts = /** @type {boolean | undefined} */ (undefined);

/** Whether a file system can be mounted. */
function canMount() {
  mounts ??=
    spawnSync(PRIVATE[0], [...PRIVATE.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
  return mounts;
}

/** Runs the program twice in the folder `disk`, first with little room and then with enough; the output and what is left are kept beside it. */
const SCRIPT = `
set -u
small="$1" output="$2"; shift 2
if [ "$small" -gt 0 ]; then mount -t tmpfs -o size="$small" tmpfs disk || exit 99; fi
cd disk
once() { if [ "$small" -gt 0 ]; then "$@"; else (ulimit -f "$((-small))"; exec "$@"); fi; }
export TMPDIR="$PWD"
once "$@" >../stdout-1 2>../stderr-1; echo $? >../status-1
ls -A >../left-1
[ ! -e "$output" ] || cp "$output" ../output-1
if [ "$small" -gt 0 ]; then mount -o remount,size=256m tmpfs . || exit 99; fi
"$@" >../stdout-2 2>../stderr-2; echo $? >../status-2
ls -A >../left-2
[ ! -e "$output" ] || cp "$output" ../output-2
`;

/** @type {import('../areas.mjs').Area} */
export const disks = {
  where: 'process',
  about: 'disks that become full, and runs that are resumed when there is room',
  async round(random, /** @type {import('../areas.mjs').ProcessWorld} */ { folder, shipped }) {
    const run = random.pick(RUNS);
    const whole = await undisturbed(run, shipped);
    const seen = new Disturbed();
    prepare(run, folder);
    mkdirSync(join(folder, 'disk'));
    writeFileSync(join(folder, 'script'), SCRIPT);
    const room = 4096 + Math.floor(random.next() ** 2 * 1.3 * whole.bytes.length);
    const args = argsOf(run, ['--resume']).map((arg) => (arg === 'in.csv' ? join(folder, 'in.csv') : arg));
    const small = canMount() ? room : -Math.ceil(room / 1024);
    const bash = ['bash', join(folder, 'script'), String(small), run.output, ...shipped.command];
    const ran = await shipped.start(args, folder, canMount() ? [...PRIVATE, ...bash] : bash).ended;
    const what = `xpxlc ${args.join(' ')} with ${room} bytes of ${canMount() ? 'disk' : 'file size'}`;
    if (ran.hung || ran.status === 99) seen.ended(ran, what, { statuses: [0] });
    else
      for (const [x, statuses] of /** @type {const} */ ([
        [1, [whole.status, 3]],
        [2, [whole.status]],
      ])) {
        const text = (/** @type {string} */ name) => readFileSync(join(folder, `${name}-${x}`), 'utf8');
        const status = Number(text('status'));
        const killed = status > 128 ? `signal ${status - 128}` : null;
        const stderr = text('stderr');
        seen.ended(
          { ...ran, status, signal: killed, stdout: text('stdout'), stderr },
          `${what}${x === 1 ? '' : ', and again with enough'}`,
          { statuses },
        );
        const failed = x === 1 && stderr !== whole.stderr;
        if (failed && !/cannot be written|no space|ENOSPC|EFBIG|cannot-write/i.test(stderr))
          seen.wrong([`does not say that the disk is full: ${stderr}`]);
        if (!failed) seen.output(join(folder, `output-${x}`), whole.bytes, { must: true });
        // What is kept for --resume; `.wal` is part of what is kept of Parquet.
        const kept = failed ? ['.partial', '.partial.wal', '.checkpoint'] : [];
        const own = [run.output, ...kept.map((end) => `${run.output}${end}`)];
        const left = text('left')
          .split('\n')
          .filter((name) => name !== '' && !own.includes(name));
        seen.wrong(left.map((name) => `${name} is left behind`));
      }
    return seen;
  },
};
