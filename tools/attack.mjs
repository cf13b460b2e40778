// Does the core agree with brute force on very many random cards? A longer run of packages/core/test/query/cards.test.ts: the
// same questions, asked of as many cards as one likes. Ends with 1 and the smallest card found when they disagree.
//
//   npm run attack                                 10,000 whole-number cards of 7 to 12 features, another seed each time
//   npm run attack -- --cards 100000 --seed 7      so many, always the same ones for a seed
//   npm run attack -- --features 13-16             cards of so many features
//   npm run attack -- --points 40 --bits 4         points up to 40, on lattices of so few bits that sums are rounded
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { anyCard } from '../packages/core/test/arbitraries.ts';
import { disagreements } from '../packages/core/test/laws/cards.ts';

const { values } = parseArgs({
  options: {
    cards: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    features: { type: 'string', default: '7-12' },
    points: { type: 'string', default: '6' },
    bits: { type: 'string' },
  },
});
const [minFeatures, maxFeatures = minFeatures] = values.features.split('-').map(Number);
const bits = values.bits === undefined ? undefined : Number(values.bits);
const asking = bits === undefined ? {} : { bits, resolution: { float: bits, pair: bits + 2 } };
const cards = anyCard({
  minFeatures,
  maxFeatures,
  points: fc.integer({ min: 0, max: Number(values.points) }),
});

const again = Object.entries(values).map(([name, value]) => `--${name} ${value}`);
console.log(`npm run attack -- ${again.join(' ')}`);

const started = performance.now();
let asked = 0;
let sets = 0;
const result = fc.check(
  fc.property(cards, (c) => {
    const problem = c.weigh();
    const wrong = /** @type {const} */ (['axp', 'cxp']).flatMap((kind) => {
      const found = disagreements(c, problem, kind, asking);
      sets += found.sets;
      return found.wrong;
    });
    asked += 1;
    if (asked % 10_000 === 0) console.log(`${asked} cards, ${sets} explanations and contrasts`);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  }),
  { numRuns: Number(values.cards), seed: Number(values.seed) },
);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
if (result.failed) {
  console.log(fc.stringify(result.counterexample));
  console.log(result.errorInstance instanceof Error ? result.errorInstance.message : 'no reason given');
  process.exitCode = 1;
} else {
  console.log(`all agree: ${asked} cards, ${sets} explanations and contrasts, ${seconds} s`);
}
