// Grading explanations: rules that are one feature short of a smallest explanation, over the rows of public sets. How often they hold
// (exactly, or between bounds), all that `assess` says of a rule and of weights, and the command as a whole process.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Classifier,
  check,
  count,
  coverage,
  type Probability,
  type Problem,
  precision,
  smallest,
  weigh,
} from '@xpxlc/core';
import { assessor } from '../../packages/xpxlc/src/assess/assessor.ts';
import { writeModelFile } from '../../packages/xpxlc/src/schema/write-model-file.ts';
import { type Dataset, readDataset, syntheticTable, toClassifier } from './data.ts';
import { median, quantile } from './measure.ts';
import { digits, duration, type Report, type Settings, toTable } from './report.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/xpxlc/bin/xpxlc.js', import.meta.url));
/** Sets of the corpus, and rules of each: what takes long is asked less often. */
const SETS: readonly (readonly [name: string, rules: number])[] = [
  ['adult', 2000],
  ['recidivism', 2000],
  ['votes', 400],
  ['german', 300],
  ['spam_48', 20],
  ['promoters', 20],
];
/** What the whole process grades. */
const RULES = 10_000;

/** A row and a rule about it. */
interface Graded {
  readonly values: readonly number[];
  readonly rule: readonly number[];
}

export function assess({ quick, data }: Settings): Report {
  const sets: (readonly [Dataset, number])[] = SETS.flatMap(([name, rules]) => {
    const set = readDataset(data, name);
    return set === undefined ? [] : [[set, quick ? Math.ceil(rules / 100) : rules] as const];
  });
  sets.push([syntheticTable(quick ? 20 : 2000), quick ? 20 : 2000]);
  const measured = sets.map(([set, rules]) => {
    process.stderr.write(`${set.name} …\n`);
    return measure(set, rules);
  });
  process.stderr.write('whole process …\n');
  const whole = wholeProcess(sets[0][0], quick ? 100 : RULES, quick ? 1 : 3);
  return {
    name: 'assess',
    title: 'Grading explanations',
    parts: [
      'Rules that are smallest explanations without their first feature; all other features uniform. Wall time a rule, warm, weighing of the row included in the last two columns:',
      toTable(
        [
          'set',
          'features',
          'points',
          'rules',
          'exact',
          'precision, median',
          'longest',
          'widest bounds',
          'bounds only',
          'coverage',
          'all of a rule',
          'all of weights',
        ],
        measured.map((line) => [
          line.name,
          String(line.features),
          `10^${digits(line.points)}`,
          line.rules.toLocaleString('en'),
          `${digits(100 * line.exact)} %`,
          duration(line.precision.median),
          duration(line.precision.longest),
          line.width === 0 ? '0' : line.width.toExponential(0),
          duration(line.bounds.median),
          duration(line.coverage.median),
          duration(line.rule.median),
          duration(line.weights.median),
        ]),
      ),
      `\`xpxlc check --grade\` of ${whole.rules.toLocaleString('en')} rules about as many rows of \`${whole.set}\`, NDJSON to NDJSON, whole process: ${digits(whole.seconds)} s (median of ${whole.runs} runs), ${digits(whole.memory / 1e6)} MB.`,
    ],
    data: { measured, whole },
  };
}

/** Rows evenly spread over the set that have a rule to be shortened. */
function gradedOf(set: Dataset, classifier: Classifier, rules: number): Graded[] {
  const stride = Math.max(1, Math.floor(set.rows.length / rules));
  return set.rows
    .filter((_, r) => r % stride === 0)
    .map((values) => ({ values, rule: smallest(weigh(classifier, values)) }))
    .filter(({ rule }) => rule.length > 0)
    .slice(0, rules)
    .map(({ values, rule }) => ({ values, rule: rule.slice(1) }));
}

function measure(set: Dataset, rules: number) {
  const classifier = toClassifier(set.xlc);
  const graded = gradedOf(set, classifier, rules);
  const problems = graded.map(({ values }) => weigh(classifier, values));
  const found: Probability[] = [];
  const each = (ask: (problem: Problem, rule: readonly number[], g: number) => unknown) => {
    for (let warm = 0; warm < Math.min(20, graded.length); warm++)
      ask(problems[warm], graded[warm].rule, warm);
    const seconds = graded.map(({ rule }, g) => {
      const start = performance.now();
      ask(problems[g], rule, g);
      return (performance.now() - start) / 1e3;
    });
    return { median: median(seconds), longest: quantile(seconds, 1) };
  };
  const own = (g: number): Problem => weigh(classifier, graded[g].values);
  const weights = classifier.features.map((_, i) => Math.cos(i));
  const result = {
    name: set.name,
    features: classifier.features.length,
    points: set.xlc.tables.reduce((sum, { length }) => sum + Math.log10(length), 0),
    rules: graded.length,
    precision: each((problem, rule, g) => {
      found[g] = precision(problem, rule);
    }),
    bounds: each((problem, rule) => precision(problem, rule, 'uniform', { exact: false })),
    coverage: each((problem, rule) => coverage(problem, rule)),
    check: each((problem, rule) => check(problem, rule)),
    frequency: each((problem) => count(problem, { frequency: true })),
    rule: each((_, rule, g) => assessor(own(g))({ kind: 'rule', row: 0, place: '', features: rule })),
    weights: each((_, __, g) => assessor(own(g))({ kind: 'weights', row: 0, place: '', weights })),
  };
  return {
    ...result,
    exact: found.filter(({ exact }) => exact !== null).length / found.length,
    width: Math.max(...found.map(({ low, high }) => high - low)),
  };
}

/** The command from start to end, on files as a user has them. */
function wholeProcess(set: Dataset, rules: number, runs: number) {
  const classifier = toClassifier(set.xlc);
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-bench-'));
  try {
    const file = (name: string): string => join(folder, name);
    const rows = Array.from({ length: rules }, (_, r) => set.rows[r % set.rows.length]);
    const names = classifier.features.map(({ name }) => name);
    writeFileSync(file('model.json'), writeModelFile(classifier.model));
    writeFileSync(file('table.csv'), `${[names, ...rows].map((cells) => cells.join(',')).join('\n')}\n`);
    const lines = rows.map((values, row) => {
      const features = smallest(weigh(classifier, values)).slice(1);
      return JSON.stringify({ row, features: features.map((i) => names[i]), precision: 0.95 });
    });
    writeFileSync(file('rules.ndjson'), `${lines.join('\n')}\n`);
    const ran = Array.from({ length: runs }, () => {
      const start = performance.now();
      const usage = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\n'+process.resourceUsage().maxRSS))`;
      const { status, stderr } = spawnSync(
        process.execPath,
        [
          '--import',
          usage,
          PROGRAM,
          'check',
          '--grade',
          file('model.json'),
          file('table.csv'),
          '--explanations',
          file('rules.ndjson'),
          '-o',
          file('graded.ndjson'),
        ],
        { encoding: 'utf8' },
      );
      if (status !== 0) throw new Error(stderr);
      return {
        seconds: (performance.now() - start) / 1e3,
        memory: 1024 * Number(stderr.trim().split('\n').at(-1)),
      };
    });
    return {
      set: set.name,
      rules,
      runs,
      seconds: median(ran.map(({ seconds }) => seconds)),
      memory: Math.max(...ran.map(({ memory }) => memory)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
