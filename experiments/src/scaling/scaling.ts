// How do the questions scale with features, values and rows?
import { fit, fitText, type LineSeries, lines, toSvgText } from 'xpxlc/plot';
import { duration } from '../../../bench/src/report.ts';
import { CLOCK } from '../clock.ts';
import type { Experiment, Frame } from '../experiment.ts';
import { textTable } from '../text-table.ts';
import { QUESTIONS, type Question, type ScalingRecord } from './questions.ts';
import { FULL, QUICK } from './timing.ts';

/** One curve as it was measured. */
export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [size: number, seconds: number])[];
  /** Sizes that met a limit. */
  readonly limits: readonly number[];
  /** What came out at each size, in order; null where a limit was met. */
  readonly answers: readonly (string | null)[];
}

export interface ScalingSummary {
  readonly curves: readonly Curve[];
}

export const scaling: Experiment<ScalingSummary> = {
  name: 'scaling',
  title: 'Scaling',
  description: 'one explanation, delay, count and precision against features, values and rows',
  run,
  plots,
  section,
};

/** @param options - `questions`: their names, if not all are wanted. */
async function run(
  frame: Frame,
  options: { readonly questions?: readonly string[] },
): Promise<ScalingSummary> {
  const chosen = QUESTIONS.filter(({ name }) => options.questions?.includes(name) ?? true);
  const store = frame.openStore<ScalingRecord>('scaling', { questions: chosen.map(({ name }) => name) });
  const sizesOf = ({ sizes, quickSizes }: Question) => (frame.quick ? quickSizes : sizes);
  try {
    const units = chosen.flatMap((question) =>
      sizesOf(question).map((size) => ({
        key: `${question.name}:${size}`,
        run: () => question.ask(size, frame.seed, frame.quick ? QUICK : FULL),
      })),
    );
    await frame.work(store, units, units.length);
    return { curves: chosen.map((question) => curveOf(question.name, sizesOf(question), store)) };
  } finally {
    store.close();
  }
}

function curveOf(
  name: string,
  sizes: readonly number[],
  store: { get(key: string): ScalingRecord | undefined },
): Curve {
  const records = sizes.map((size) => ({ size, ...(store.get(`${name}:${size}`) as ScalingRecord) }));
  return {
    name,
    points: records.flatMap(({ size, seconds }) => (seconds === undefined ? [] : [[size, seconds] as const])),
    limits: records.flatMap(({ size, outcome }) => (outcome === 'limit' ? [size] : [])),
    answers: records.map(({ answer }) => answer ?? null),
  };
}

const questionOf = ({ name }: Curve): Question => {
  const found = QUESTIONS.find((question) => question.name === name);
  if (found === undefined) throw new Error(`no question '${name}'`);
  return found;
};

/** Features that grow by decades, or step by step. */
const PICTURES: readonly {
  readonly file: string;
  readonly title: string;
  readonly x: { readonly label: string; readonly scale?: 'linear' };
  readonly names: readonly string[];
}[] = [
  {
    file: 'scaling-features',
    title: 'Time of one explanation, and between two, against the number of features',
    x: { label: 'features' },
    names: ['one', 'delay', 'longest-delay'],
  },
  {
    file: 'scaling-count',
    title: 'Time of counting and of precision against the number of features',
    x: { label: 'features', scale: 'linear' },
    names: ['count', 'count-points', 'precision', 'precision-bounds'],
  },
  {
    file: 'scaling-values',
    title: 'Time against the number of values per feature',
    x: { label: 'values per feature (20 features)' },
    names: ['values-one', 'values-count', 'values-precision'],
  },
  {
    file: 'scaling-rows',
    title: 'Time against the number of rows',
    x: { label: 'rows (12 features)' },
    names: ['rows-one', 'rows-count'],
  },
];

function seriesOf(curve: Curve): LineSeries {
  const { title, fit: kind, fitFrom } = questionOf(curve);
  return {
    name: title,
    points: curve.points,
    fit: kind,
    fitFrom,
  };
}

async function plots({ curves }: ScalingSummary): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { file, title, x, names } of PICTURES) {
    const series = names.flatMap((name) => curves.filter((curve) => curve.name === name)).map(seriesOf);
    if (series.length === 0) continue;
    files[file] = await toSvgText((document) =>
      lines(series, { document, title, x, y: { label: 'time', unit: 's' } }),
    );
  }
  return files;
}

function section({ curves }: ScalingSummary): string {
  const parts = PICTURES.flatMap(({ file, title, names }) => {
    const own = names.flatMap((name) => curves.filter((curve) => curve.name === name));
    return own.length === 0 ? [] : [`![${title}](${file}.svg)`, growthTable(own)];
  });
  return [
    `Models and instances are drawn at random from the seed: numbers between 0 and 1 with log-normal weights for the first picture, of which a smallest explanation needs half; features of two values for the second, of which half of the drops are needed, and the rule whose precision is asked holds half of a smallest explanation; categories with normal scores for the others. Times are medians of several runs on one core, from the values of the instance on; what is done once per model is not in them. ${CLOCK} The longest delay is always wall time. A slope is fitted by least squares to the logarithms; in the second picture the axis is linear, and what is fitted is a power of two.`,
    ...parts,
  ].join('\n\n');
}

function growthTable(curves: readonly Curve[]): string {
  return textTable(
    ['question', 'theory', 'fitted', 'smallest size', 'largest size', 'met a limit'],
    curves.map((curve) => {
      const { title, theory, fit: kind, fitFrom = 0 } = questionOf(curve);
      const found =
        kind &&
        fit(
          curve.points.filter(([size]) => size >= fitFrom),
          kind,
        );
      const [first, last] = [curve.points[0], curve.points.at(-1)];
      const said = (point: readonly [number, number] | undefined) =>
        point === undefined ? '' : `${point[0].toLocaleString('en')}: ${duration(point[1])}`;
      return [
        title,
        theory,
        found === undefined ? '' : `${fitText(found)}${fitFrom > 0 ? `, from ${fitFrom}` : ''}`,
        said(first),
        said(last),
        curve.limits.length === 0 ? 'none' : curve.limits.join(', '),
      ];
    }),
  );
}
