// Runs that are killed when so much is written, resumed, killed again, and resumed.
import { join } from 'node:path';
import { Disturbed } from '../disturbed.mjs';
import { argsOf, prepare, RUNS, undisturbed, untilWritten } from '../long-runs.mjs';

/** @type {import('../areas.mjs').Area} */
export const kills = {
  where: 'process',
  about: 'runs that are killed at random sizes of their output, and resumed',
  async round(random, /** @type {import('../areas.mjs').ProcessWorld} */ { folder, shipped }) {
    const run = random.pick(RUNS);
    const whole = await undisturbed(run, shipped);
    const seen = new Disturbed();
    const output = join(folder, run.output);
    prepare(run, folder);
    const jobs = ['--resume', '--jobs', random.pick(['1', '2'])];
    for (let left = 1 + random.below(3); left > 0; left--) {
      const signal = random.pick(
        /** @type {const} */ (['SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGINT', 'SIGTERM']),
      );
      const bytes = random.chance(0.15) ? 1 : random.next() * whole.bytes.length;
      const { child, ended } = shipped.start(argsOf(run, jobs), folder);
      await untilWritten(run, folder, bytes, ended);
      child.kill(signal);
      const what = `${signal} at ${Math.round(bytes)} bytes of xpxlc ${argsOf(run, jobs).join(' ')}`;
      seen.ended(await ended, what, { statuses: [whole.status], signals: [signal] });
      seen.output(output, whole.bytes);
    }
    const last = await shipped.start(argsOf(run, jobs), folder).ended;
    seen.ended(last, `xpxlc ${argsOf(run, jobs).join(' ')}, the last time`, { statuses: [whole.status] });
    if (last.stderr !== whole.stderr) seen.wrong([`other messages than an undisturbed run: ${last.stderr}`]);
    seen.output(output, whole.bytes, { must: true });
    seen.nothingBut(folder, ['in.csv', run.output]);
    return seen;
  },
};
