// Only what may move: a filter of thousands of words with and without the words that are absent, and blocks of rows with and without
// features that cannot change.
import {
  type Block,
  type Classifier,
  explainBlock,
  multinomialNaiveBayes,
  reduce,
  smallest,
  tallyBlock,
  type Within,
  weigh,
} from '@xpxlc/core';
import { type Dataset, random, readDataset, syntheticTable, toClassifier } from './data.ts';
import { FULL, median, QUICK, time } from './measure.ts';
import { digits, duration, type Report, type Settings, toTable } from './report.ts';

/** Words of the filter, and of a mail. */
const WORDS = 6000;
const LENGTH = 60;

export function within({ quick, data }: Settings): Report {
  const mails = quick ? 5 : 100;
  process.stderr.write(`${WORDS} words …\n`);
  const words = measureWords(mails, quick);
  const sets = ['adult', 'recidivism', 'spam_48'].flatMap((name) => readDataset(data, name) ?? []);
  sets.push(syntheticTable(quick ? 200 : 10_000));
  const tables = sets.map((set) => {
    process.stderr.write(`${set.name} …\n`);
    return measureTable(set, quick);
  });
  return {
    name: 'within',
    title: 'Only what may move',
    parts: [
      `Multinomial naive Bayes with ${WORDS.toLocaleString('en')} words, ${mails} mails of ${LENGTH} random words; medians over mails, user CPU a mail from its counts on:`,
      toTable(
        ['absent words', 'in a smallest explanation', 'time', 'in a smallest contrast', 'time'],
        words.map((line) => [
          line.name,
          digits(line.why),
          duration(line.whyTime),
          digits(line.contrast),
          duration(line.contrastTime),
        ]),
      ),
      'Blocks of rows, the first two features fixed or not, user CPU a row:',
      toTable(
        ['set', 'rows', 'one smallest', '… fixed', 'times', 'counts', '… fixed', 'times'],
        tables.map(({ name, rows, whole, fixed }) => [
          name,
          rows.toLocaleString('en'),
          duration(whole.smallest),
          duration(fixed.smallest),
          digits(fixed.smallest / whole.smallest),
          duration(whole.counts),
          duration(fixed.counts),
          digits(fixed.counts / whole.counts),
        ]),
      ),
    ],
    data: { words, tables },
  };
}

function measureWords(count: number, quick: boolean) {
  const next = random(20_240_229);
  const likelihood = [0, 1].map(() => {
    const shares = Array.from({ length: WORDS }, () => next() ** 3 + 1e-3);
    const total = shares.reduce((a, b) => a + b);
    return shares.map((share) => share / total);
  });
  const features = Array.from({ length: WORDS }, (_, i) => ({ name: `word ${i}`, lower: 0, upper: 1000 }));
  const filter = multinomialNaiveBayes({ classes: ['ham', 'spam'], features, prior: [0.5, 0.5], likelihood });
  const classifier = reduce(filter);
  const mails = Array.from({ length: count }, () => {
    const counts = new Array<number>(WORDS).fill(0);
    for (let w = 0; w < LENGTH; w++) counts[Math.floor(next() * WORDS)] += 1;
    return counts;
  });
  const plans: readonly [string, { within?: Within }][] = [
    ['may come in', {}],
    ['stay absent', { within: { zeros: 'held' } }],
  ];
  return plans.map(([name, options]) => {
    const ask = (kind: 'axp' | 'cxp') => {
      const size = (mail: readonly number[]): number =>
        smallest(weigh(classifier, mail, options), { kind })?.length ?? 0;
      const { median: seconds } = time(
        () => mails.reduce((sum, mail) => sum + size(mail), 0),
        quick ? QUICK : FULL,
      );
      return { size: median(mails.map(size)), seconds: seconds / mails.length };
    };
    const [why, contrast] = [ask('axp'), ask('cxp')];
    return {
      name,
      why: why.size,
      whyTime: why.seconds,
      contrast: contrast.size,
      contrastTime: contrast.seconds,
    };
  });
}

function measureTable(set: Dataset, quick: boolean) {
  const classifier = toClassifier(set.xlc);
  const rows = set.rows.length;
  const block = {
    rows,
    columns: classifier.features.map((_, i) => Uint16Array.from(set.rows, (row) => row[i])),
  };
  const named = classifier.features.slice(0, 2).map(({ name }) => [name, 'fixed'] as const);
  const fixed = { within: { features: Object.fromEntries(named) } };
  const ask = (options: { within?: Within }) => askBlock(classifier, block, options, quick);
  return { name: set.name, rows, whole: ask({}), fixed: ask(fixed) };
}

/** Seconds a row. */
function askBlock(classifier: Classifier, block: Block, options: { within?: Within }, quick: boolean) {
  const effort = quick ? QUICK : FULL;
  const smallestTime = time(() => explainBlock(classifier, block, options).sizes[0], effort).median;
  const countTime = time(() => tallyBlock(classifier, block, options).counts[0], effort).median;
  return { smallest: smallestTime / block.rows, counts: countTime / block.rows };
}
