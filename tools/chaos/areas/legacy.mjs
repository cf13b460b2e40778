// The original's command line, with damaged files and random flags. It writes as the original does, so of files only the inputs are held to a law.
import { damaged } from '../damaged.mjs';
import { NUMBERS, TEXTS } from '../nonsense.mjs';

/** Its exit statuses, but for mistakes of ours; of a signal none can come. */
const STATUSES = [0, 2, 3, 255];
const FLAGS = 'hdvCtswxr';
const A_ROUND = 10;

/** @type {import('../areas.mjs').Area} */
export const legacy = {
  where: 'cell',
  about: 'damaged files and random flags, given to xpxlc legacy',
  async round(random, /** @type {import('../areas.mjs').CellWorld} */ { load, seeds, put, judged }) {
    const [{ legacy: run }, { processIo }] = [await load('legacy.js'), await load('process-io.js')];
    for (let x = 0; x < A_ROUND; x++) {
      const file = (/** @type {RegExp} */ ending) => {
        const seed = random.pick(seeds('legacy').filter(({ name }) => ending.test(name)));
        const { bytes } = random.chance(0.4) ? damaged(seed, random) : seed;
        const name = `${x}-${seed.name}`;
        put(name, bytes);
        return name;
      };
      const args = [
        ...['-f', file(random.chance(0.95) ? /\.xlc$/ : /./)],
        ...['-i', file(random.chance(0.95) ? /\.inst$/ : /./)],
        ...(random.chance(0.5) ? ['-m', file(/\.xmap$/)] : []),
        ...(random.chance(0.3) ? ['-c', file(/\.xxpl$/)] : []),
        ...(random.chance(0.2) ? ['--bounds', file(/bounds/)] : []),
        ...(random.chance(0.3) ? [`-${random.some([...FLAGS], 4).join('')}`] : []),
        ...(random.chance(0.3) ? ['-n', random.pick(NUMBERS)] : []),
        ...(random.chance(0.2) ? ['-k', random.pick(NUMBERS)] : []),
        ...(random.chance(0.2) ? ['-p', random.pick(['out.txt', 'nowhere/out.txt', `${x}-mail.xlc`])] : []),
        ...(random.chance(0.1) ? [random.pick(TEXTS)] : []),
      ].filter((word) => !word.includes('\0'));
      const said = { stdout: '', stderr: '' };
      const io = {
        ...processIo('xpxlc'),
        stdout: {
          write: (/** @type {Uint8Array} */ bytes) => {
            said.stdout += Buffer.from(bytes).toString();
          },
          close: () => undefined,
        },
        stderr: (/** @type {string} */ text) => {
          said.stderr += text;
        },
      };
      await judged(`xpxlc legacy ${args.map((arg) => JSON.stringify(arg)).join(' ')}`, {
        run: async () => ({ status: await run(args, io), ...said }),
        // What a terminal must not see is taken out where the terminal is known.
        shown: (text) => text.replace(/[^\n\t -~]/g, '?'),
        statuses: STATUSES,
        asked: (name) => name === 'out.txt',
      });
    }
  },
};
