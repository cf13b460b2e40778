// Pictures with what makes trouble: long names, names that are markup, many numbers, nothing done, zeros.
import {
  cactus,
  cactusSeries,
  histogram,
  lines,
  outcomes,
  type PlotOptions,
  type ScatterPoint,
  scatter,
} from '../../src/plot/index.ts';

/** A name as long as names of datasets, tools and columns are, and one that must be escaped. */
export const LONG =
  'molecular-biology_promoters, one-hot encoded and retrained as a Bernoulli naive Bayes model';
export const MARKUP = '<b> & "quoted"';

/** A picture, the texts that must be in it whole, and how many marks of which name. */
export interface Sample {
  readonly draw: (options: PlotOptions) => SVGSVGElement;
  readonly texts: readonly string[];
  readonly marks: Readonly<Record<string, number>>;
}

const spread = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, i) => from * (to / from) ** (i / (count - 1)));

const pairs: ScatterPoint[] = spread(40, 1e-5, 20).map((x, i) => ({
  x: i % 9 === 0 ? null : x,
  y: i % 13 === 0 ? null : x / 50,
  group: i % 2 === 0 ? LONG : 'car',
}));

export const SAMPLES: Readonly<Record<string, Sample>> = {
  cactus: {
    draw: (options) =>
      cactus([cactusSeries(LONG, spread(40466, 1e-6, 0.5)), cactusSeries(MARKUP, spread(900, 1e-3, 90))], {
        ...options,
        limit: 12,
      }),
    texts: ['↑ time per instance', 'instances →', '10 µs', '1 s', LONG, MARKUP],
    marks: { 'line path': 2, 'legend-key path': 2, 'rule line': 1 },
  },
  scatter: {
    draw: (options) =>
      scatter(pairs, {
        ...options,
        x: { label: 'compilation', unit: 's' },
        y: { label: 'xpxlc', unit: 's' },
        beyond: 'out of time or memory',
      }),
    texts: ['↑ xpxlc', 'compilation →', '10 ms', 'out of time or memory', LONG],
    marks: { 'dot path': 20, 'dot circle': 20, 'diagonal path': 1 },
  },
  histogram: {
    draw: (options) =>
      histogram(
        ['0', '1', '2', '3', '4', '5'],
        [
          { name: LONG, counts: [1, 2, 3, 4, 5, 6] },
          { name: 'LIME', counts: [0, 0, 0, 0, 1, 12000] },
        ],
        { ...options, x: { label: 'hits' }, y: { label: 'explanations' }, share: true },
      ),
    texts: ['↑ explanations (%)', 'hits', '100', LONG, 'LIME'],
    marks: { 'bar rect': 12 },
  },
  'histogram of one group': {
    draw: (options) =>
      histogram(
        ['from 0 to 0.5', 'from 0.5 to 0.9', 'from 0.9 to 0.95', 'from 0.95 to 0.99', '1'],
        [{ name: 'rules', counts: [0, 1, 2, 30000, 4] }],
        { ...options, x: { label: 'precision' } },
      ),
    texts: ['↑ instances', 'precision', '30,000', 'from 0.95 to 0.99'],
    marks: { 'bar rect': 5, legend: 0 },
  },
  outcomes: {
    draw: (options) =>
      outcomes(
        ['≤ 2 s', '≤ 10 s', '≤ 100 s', 'out of time', 'out of memory'],
        [
          { name: LONG, counts: [9, 1, 1, 10, 6] },
          { name: MARKUP, counts: [27, 0, 0, 0, 0] },
        ],
        { ...options, x: { label: 'datasets' } },
      ),
    texts: ['datasets →', '≤ 100 s', 'out of memory', LONG, MARKUP, '27'],
    marks: { 'bar rect': 6, 'names text': 2 },
  },
  lines: {
    draw: (options) =>
      lines(
        [
          { name: LONG, points: [10, 100, 1000, 1e4, 1e5].map((n) => [n, 1e-7 * n]), fit: 'power' },
          { name: 'delay', points: [10, 100, 1000].map((n) => [n, 2e-7 * n * n]) },
        ],
        { ...options, x: { label: 'features' }, y: { label: 'time', unit: 's' } },
      ),
    texts: ['↑ time', 'features →', '1,000', '10⁵', '100 µs', `${LONG}: slope 1.00`, 'delay'],
    marks: { 'fit path': 1, 'line path': 1, 'dot circle': 5, 'dot path': 3 },
  },
  'lines with a linear axis': {
    draw: (options) =>
      lines([{ name: 'count', points: [10, 20, 40].map((n) => [n, 2 ** (n / 2)]), fit: 'exponential' }], {
        ...options,
        x: { label: 'features', scale: 'linear' },
        y: { label: 'memory', unit: 'MiB' },
      }),
    texts: ['↑ memory (MiB)', 'features →', 'count: 2^(0.50 n)', '10⁵'],
    marks: { 'fit path': 1, 'dot circle': 3 },
  },
  'nothing at all': {
    draw: (options) => cactus([], options),
    texts: ['↑ time per instance', 'instances →'],
    marks: { 'line path': 0 },
  },
};

/** All text of a picture, lines of one text joined; spaces do not count, as long words are broken anywhere. */
export function textOf(svg: SVGSVGElement): string[] {
  return Array.from(svg.querySelectorAll('text'), (text) => text.textContent ?? '');
}

export const unspaced = (text: string): string => text.replace(/\s+/g, '');
