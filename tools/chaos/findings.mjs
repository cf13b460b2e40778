// What a run of the suite has found: how much was tried, what is wrong and how to see it again, and which inputs took most.

/** @typedef {{ area: string, round: number, what: string, seconds: number, megabytes: number }} Cost */

/** How many of the same kind are printed, and of the worst. */
const ALIKE = 2;
const WORST = 3;

export class Findings {
  #seed;
  /** @type {Record<string, { rounds: number, tries: number, wrong: number, ends: Record<string, number> }>} */ #areas =
    {};
  /** How often something of this kind was found. @type {Map<string, number>} */ #kinds = new Map();
  /** @type {Record<'seconds' | 'megabytes', Cost[]>} */ #worst = { seconds: [], megabytes: [] };
  /** @type {object[]} */ #list = [];

  /** @param {number} seed */
  constructor(seed) {
    this.#seed = seed;
  }

  get failed() {
    return this.#list.length > 0;
  }

  /** @param {string} area @param {number} round @param {import('./areas.mjs').Played} played */
  add(area, round, { found, tries, ends, what, seconds, megabytes }) {
    this.#areas[area] ??= { rounds: 0, tries: 0, wrong: 0, ends: {} };
    const sums = this.#areas[area];
    sums.rounds += 1;
    sums.tries += tries;
    sums.wrong += found.length;
    for (const [how, times] of Object.entries(ends)) count(sums.ends, how, times);
    const cost = { area, round, what: short(what), seconds, megabytes };
    for (const key of /** @type {const} */ (['seconds', 'megabytes'])) {
      this.#worst[key].push(cost);
      this.#worst[key].sort((a, b) => b[key] - a[key]);
      this.#worst[key].length = Math.min(this.#worst[key].length, WORST);
    }
    for (const { wrong, what: tried } of found) this.#tell(area, round, wrong, tried);
  }

  /** @param {string} area @param {number} round @param {readonly string[]} wrong @param {string} what */
  #tell(area, round, wrong, what) {
    const again = `npm run chaos -- --only ${area} --seed ${this.#seed} --round ${round}`;
    this.#list.push({ area, round, wrong, what, again });
    const kind = `${area}: ${wrong[0].replace(/\d+/g, 'N').slice(0, 80)}`;
    const times = (this.#kinds.get(kind) ?? 0) + 1;
    this.#kinds.set(kind, times);
    if (times > ALIKE) return;
    console.log(`FAILED ${area}, round ${round}: ${short(what)}`);
    for (const each of wrong) console.log(`  ${each.slice(0, 1500)}`);
    console.log(
      `  again: ${again}   (files: node_modules/.cache/xpxlc/chaos/${area}-${this.#seed}-${round})`,
    );
  }

  print() {
    for (const [area, { rounds, tries, wrong, ends }] of Object.entries(this.#areas)) {
      const how = Object.entries(ends).map(([end, times]) => `${end}: ${times}`);
      console.log(
        `chaos ${area}: ${rounds} rounds, ${tries} tries, ${wrong} failed (ended with ${how.join(', ')})`,
      );
    }
    for (const [kind, times] of this.#kinds) if (times > ALIKE) console.log(`${times} times ${kind}`);
    console.log('most time and memory:');
    for (const { area, round, what, seconds, megabytes } of new Set([
      ...this.#worst.seconds,
      ...this.#worst.megabytes,
    ]))
      console.log(`  ${seconds.toFixed(2)} s, ${Math.round(megabytes) || '?'} MB: ${area} ${round}: ${what}`);
    const sum = (/** @type {'rounds' | 'tries' | 'wrong'} */ key) =>
      Object.values(this.#areas).reduce((all, each) => all + each[key], 0);
    console.log(
      `chaos: ${sum('rounds')} rounds, ${sum('tries')} tries, ${sum('wrong')} failed, seed ${this.#seed}`,
    );
  }

  /** For programs. */
  toJSON() {
    return { seed: this.#seed, areas: this.#areas, findings: this.#list, worst: this.#worst };
  }
}

/** @param {string} text */
function short(text) {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** One more of these. @param {Record<string, number>} counts @param {string} key @param {number} [times] */
export function count(counts, key, times = 1) {
  counts[key] = (counts[key] ?? 0) + times;
}
