// Several classes and numbers: pictures of 8 × 8 grey pixels in ten classes, and ten measurements in three, each with a multinomial logistic
// regression trained here on random rows of a fixed seed. One row at a time from its values on, through the public functions.
import { type Classifier, counterfactual, linearModel, predict, reduce, smallest, weigh } from '@xpxlc/core';
import { normal, random } from './data.ts';
import { cpu, median, quantile } from './measure.ts';
import { duration, type Report, type Settings, toTable } from './report.ts';

/** A model and rows of the kind that it was trained on. */
interface Learned {
  readonly name: string;
  readonly classifier: Classifier;
  readonly rows: readonly (readonly number[])[];
}

/** A row to ask about. */
interface Row {
  readonly classifier: Classifier;
  readonly values: readonly number[];
  /** A smallest contrast, and some class that is not the predicted one. */
  readonly contrast: readonly number[];
  readonly target: number;
}

/** A question about a row; the answer is a number that depends on all of the work. */
interface Question {
  readonly name: string;
  readonly ask: (row: Row) => number;
}

const QUESTIONS: readonly Question[] = [
  { name: '`weigh`', ask: ({ classifier, values }) => weigh(classifier, values).classIndex },
  { name: '`predict`', ask: ({ classifier, values }) => predict(classifier, values).classIndex },
  {
    name: 'smallest contrast',
    ask: ({ classifier, values }) => smallest(weigh(classifier, values), { kind: 'cxp' })?.length ?? 0,
  },
  {
    name: 'counterfactual of that contrast',
    ask: ({ classifier, values, contrast }) =>
      counterfactual(weigh(classifier, values), contrast)?.changed.length ?? 0,
  },
  {
    name: 'smallest explanation',
    ask: ({ classifier, values }) => smallest(weigh(classifier, values)).length,
  },
  {
    name: 'smallest contrast towards a class',
    ask: ({ classifier, values, target }) =>
      smallest(weigh(classifier, values), { kind: 'cxp', target })?.length ?? 0,
  },
  {
    name: 'counterfactual towards a class',
    ask: ({ classifier, values, contrast }) => {
      const problem = weigh(classifier, values);
      const reached = counterfactual(problem, contrast)?.class as string;
      return counterfactual(problem, contrast, { target: reached })?.changed.length ?? 0;
    },
  },
];

export function digitsSuite({ quick }: Settings): Report {
  const count = quick ? 10 : 200;
  const measured = [toPictures(count), toMeasurements(count)].flatMap((learned) => measure(learned, quick));
  return {
    name: 'digits',
    title: 'Several classes and numbers',
    parts: [
      'User CPU a row, from its values on:',
      toTable(
        ['model', 'question', 'rows', 'median', 'mean', 'longest', 'mean size'],
        measured.map(({ name, question, rows, middle, mean, longest, size }) => [
          name,
          question,
          String(rows),
          duration(middle),
          duration(mean),
          duration(longest),
          size.toFixed(1),
        ]),
      ),
    ],
    data: measured,
  };
}

function measure({ name, classifier, rows: list }: Learned, quick: boolean) {
  const rows = list.map((values, r): Row => {
    const problem = weigh(classifier, values);
    const contrast = smallest(problem, { kind: 'cxp' }) ?? [];
    const others = classifier.classes.length - 1;
    return { classifier, values, contrast, target: (problem.classIndex + 1 + (r % others)) % (others + 1) };
  });
  return QUESTIONS.map(({ name: question, ask }) => {
    process.stderr.write(`${name}, ${question} …\n`);
    let size = 0;
    for (const row of rows) size += ask(row);
    const lasting = quick ? 1e-4 : 0.01;
    const times = rows.map((row) => {
      const once = cpu(() => ask(row), 1);
      const calls = Math.max(1, Math.ceil(lasting / Math.max(once, 1e-6)));
      return calls === 1 ? once : cpu(() => ask(row), calls) / calls;
    });
    return {
      name,
      question,
      rows: rows.length,
      middle: median(times),
      mean: times.reduce((a, b) => a + b, 0) / times.length,
      longest: quantile(times, 1),
      size: size / rows.length,
    };
  });
}

/** Ten classes of pictures: a few strokes each, drawn a little elsewhere each time, in 17 shades. */
function toPictures(count: number): Learned {
  const next = random(64);
  const strokes = Array.from({ length: 10 }, () =>
    Array.from({ length: 4 }, () => [1.5 + 4 * next(), 7 * next(), 1.5 + 4 * next(), 7 * next()]),
  );
  const draw = (k: number): number[] => {
    const [right, down] = [0.7 * normal(next), 0.4 * normal(next)];
    const ends = strokes[k].map((stroke) =>
      stroke.map((x, e) => x + (e % 2 ? down : right) + 0.4 * normal(next)),
    );
    return Array.from({ length: 64 }, (_, pixel) => {
      const far = Math.min(...ends.map((stroke) => distance(stroke, pixel % 8, Math.floor(pixel / 8))));
      const shade = 16 * Math.exp(-1.2 * far * far) + (far < 2 ? 1.5 * normal(next) : 0);
      return Math.min(16, Math.max(0, Math.round(shade)));
    });
  };
  return learn('10 classes, 64 numbers', { classes: 10, upper: 16, each: 150, draw, count });
}

/** Three classes of measurements that overlap a little, with one decimal. */
function toMeasurements(count: number): Learned {
  const next = random(10);
  const means = Array.from({ length: 3 }, () => Array.from({ length: 10 }, () => 2 + 4 * next()));
  const draw = (k: number): number[] =>
    means[k].map((mean) => Math.min(8, Math.max(0, Math.round(10 * (mean + 1.2 * normal(next))) / 10)));
  return learn('3 classes, 10 numbers', { classes: 3, upper: 8, each: 50, draw, count });
}

/** From the middle of a pixel to a stroke. */
function distance([x0, y0, x1, y1]: readonly number[], x: number, y: number): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const along = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy + 0.01)));
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
}

interface Recipe {
  readonly classes: number;
  /** Numbers lie between 0 and this. */
  readonly upper: number;
  /** Rows a class to learn from. */
  readonly each: number;
  readonly draw: (k: number) => number[];
  /** Rows to ask about. */
  readonly count: number;
}

/** Steps of plain gradient descent: as far as a library's solver goes by default, more or less. */
const STEPS = 400;

function learn(name: string, { classes, upper, each, draw, count }: Recipe): Learned {
  const rows = Array.from({ length: classes * each }, (_, r) => draw(r % classes));
  const n = rows[0].length;
  const weights = Array.from({ length: classes }, () => new Float64Array(n + 1));
  for (let step = 0; step < STEPS; step++) {
    const slopes = weights.map((own) => own.map((w, i) => (i === n ? 0 : (1e-3 * w) / each)));
    rows.forEach((row, r) => {
      const scores = weights.map((own) => row.reduce((sum, x, i) => sum + (own[i] * x) / upper, own[n]));
      const top = Math.max(...scores);
      const parts = scores.map((score) => Math.exp(score - top));
      const whole = parts.reduce((a, b) => a + b, 0);
      slopes.forEach((slope, k) => {
        const off = (parts[k] / whole - (r % classes === k ? 1 : 0)) / rows.length;
        for (let i = 0; i < n; i++) slope[i] += (off * row[i]) / upper;
        slope[n] += off;
      });
    });
    weights.forEach((own, k) => {
      for (let i = 0; i <= n; i++) own[i] -= 2 * slopes[k][i];
    });
  }
  const model = linearModel({
    classes: weights.map((_, k) => String(k)),
    features: Array.from({ length: n }, (_, i) => ({ name: `x${i}`, lower: 0, upper })),
    rows: weights.map((own) => ({
      weights: Array.from(own.subarray(0, n), (w) => w / upper),
      intercept: own[n],
    })),
  });
  return {
    name,
    classifier: reduce(model),
    rows: Array.from({ length: count }, (_, r) => draw(r % classes)),
  };
}
