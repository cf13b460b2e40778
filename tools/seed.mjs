// Which random cases do properties try? Those of one seed: the same every time, unless XPXLC_SEED names another one. `npm run test:all` takes
// one that follows from the commit.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { env } from 'node:process';

const SEED = 20230517;

/** For tests (packages/core/test/seed.ts). */
export const SEED_ENV = { XPXLC_SEED: String(seedOf(env.XPXLC_SEED)) };

/** @param {string | undefined} wanted a number, `random`, or nothing @returns {number} */
function seedOf(wanted) {
  if (wanted === undefined || wanted === '') return SEED;
  if (wanted === 'random') return randomInt(2 ** 31);
  const seed = Number(wanted);
  if (!Number.isSafeInteger(seed))
    throw new Error(`XPXLC_SEED=${wanted}: expected a whole number, or 'random'`);
  return seed;
}

/**
 * A seed that follows from the commit, so that every commit tries others and each can be tried again.
 * @returns {string}
 */
export function seedOfCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return stdout ? String(Number.parseInt(stdout.slice(0, 7), 16)) : String(SEED);
}

/**
 * How to run again what a seed has broken.
 * @param {string} seed @param {string} runs how often, as XPXLC_RUNS
 */
export function again(seed, runs) {
  return `seed ${seed}; again: XPXLC_SEED=${seed} XPXLC_RUNS=${runs} npx vitest run FILE -t 'NAME'`;
}
