// Two runs that write the same file: one of them is refused, or both are done one after the other; never is a mixed file there.
import { join } from 'node:path';
import { Disturbed } from '../disturbed.mjs';
import { argsOf, prepare, RUNS, undisturbed, untilWritten } from '../long-runs.mjs';

/** @type {import('../areas.mjs').Area} */
export const writers = {
  where: 'process',
  about: 'two runs on one output, undisturbed or one of them killed',
  async round(random, /** @type {import('../areas.mjs').ProcessWorld} */ { folder, shipped }) {
    const run = random.pick(RUNS);
    const whole = await undisturbed(run, shipped);
    const seen = new Disturbed();
    const output = join(folder, run.output);
    prepare(run, folder);
    const how = () => [...(random.chance(0.7) ? ['--resume'] : []), '--jobs', '1'];
    const args = [argsOf(run, how()), argsOf(run, how())];
    const later = random.chance(0.5) ? undefined : random.next() * whole.bytes.length;
    const killed = random.chance(0.5) ? random.next() * whole.bytes.length : undefined;
    const first = shipped.start(args[0], folder);
    if (later !== undefined) await untilWritten(run, folder, later, first.ended);
    const second = shipped.start(args[1], folder);
    const pair = random.chance(0.5) ? [first, second] : [second, first];
    if (killed !== undefined) {
      await untilWritten(run, folder, killed, Promise.all([first.ended, second.ended]));
      pair[0].child.kill('SIGKILL');
    }
    const both = await Promise.all([first.ended, second.ended]);
    const what = `two of xpxlc ${args[0].join(' ')}${killed === undefined ? '' : ', one of them killed'}`;
    for (const ran of both) {
      const refused = ran.status === 3 && ran.stderr !== whole.stderr;
      seen.ended(ran, what, {
        statuses: [whole.status, 3],
        signals: killed === undefined ? [] : ['SIGKILL'],
      });
      if (refused && !/being written|in use|another process/.test(ran.stderr))
        seen.wrong([`refused for another reason: ${ran.stderr.trim()}`]);
    }
    const done = both.filter(({ status, stderr }) => status === whole.status && stderr === whole.stderr);
    if (killed === undefined && done.length === 0) seen.wrong(['both were refused']);
    seen.output(output, whole.bytes, { must: done.length > 0 });
    const last = await shipped.start(argsOf(run, ['--resume']), folder).ended;
    seen.ended(last, `${what}; then once more with --resume`, { statuses: [whole.status] });
    seen.output(output, whole.bytes, { must: true });
    seen.nothingBut(folder, ['in.csv', run.output]);
    return seen;
  },
};
