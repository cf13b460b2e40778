// Pictures with what makes trouble: long names, names that are markup, many numbers, nothing done, zeros.
import {
  cactus,
  cactusSeries,
  changeView,
  contributions,
  type DropPanel,
  type DropPart,
  dropBar,
  featureBars,
  histogram,
  lines,
  matrix,
  outcomes,
  type PlotOptions,
  population,
  rules,
  type ScatterPoint,
  scatter,
  sizes,
} from '../../src/plot/index.ts';

/** A name as long as names of datasets, tools and columns are, and one that must be escaped. */
export const LONG =
  'molecular-biology_promoters, one-hot encoded and retrained as a Bernoulli naive Bayes model';
export const MARKUP = '<b> & "quoted"';

/** Wide letters, and one word that is longer than any line. */
export const WIDE = `${'WM'.repeat(30)} ${'漢字'.repeat(20)} 😀`;

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

/** Parts of a drop bar, so many of them held. */
function partsOf(names: readonly string[], held: number): DropPart[] {
  return names.map((label, i) => {
    const end = names.slice(0, i + 1).reduce((sum, _, j) => sum + 60 / (j + 2), 0);
    const drop = 60 / (i + 2);
    return { label, drop, text: drop.toFixed(2), held: i < held, start: end - drop, end };
  });
}

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => [LONG, MARKUP, WIDE][i] ?? `word ${i} = yes`);

function panel(rival: string, parts: readonly DropPart[], more: Partial<DropPanel> = {}): DropPanel {
  const total = parts.at(-1)?.end ?? 0;
  return {
    rival,
    parts,
    margin: total / 2,
    threshold: total / 2,
    held: parts.filter(({ held }) => held).at(-1)?.end ?? 0,
    total,
    enough: true,
    needed: `more than ${(total / 2).toFixed(1)} (log odds, base 2) needed`,
    sum: 'held: 70 (log odds, base 2), enough',
    ...more,
  };
}

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
  'drop bar': {
    draw: (options) =>
      dropBar(
        {
          class: 'grant',
          classIndex: 1,
          unit: 'points',
          panels: [
            panel('refuse', partsOf(names(15), 4), {
              rest: { count: 45, label: '… 45 more, together', text: '9.1', start: 102, end: 111 },
              total: 111,
            }),
          ],
          moreRivals: 0,
        },
        options,
      ),
    texts: [`● ${LONG}`, `● ${MARKUP}`, `● ${WIDE}`, '○ word 14 = yes', '… 45 more, together', '9.1', '100'],
    marks: { 'held rect': 4, 'free rect': 12, 'needed line': 1, 'strong-labels text': 5 },
  },
  'drop bar of many rivals, endless': {
    draw: (options) =>
      dropBar(
        {
          class: MARKUP,
          classIndex: 0,
          unit: '',
          panels: [
            panel(LONG, [
              { label: 'income ≥ 3', drop: Infinity, text: 'endless', held: true, start: 0, end: 0 },
              ...partsOf(names(3), 1),
            ]),
            panel('C', partsOf(names(2), 0), { threshold: -3, needed: `nothing needs to be held: ${LONG}` }),
            panel('D', [], { threshold: 0, total: 0, needed: '0 needed' }),
          ],
          moreRivals: 2,
        },
        options,
      ),
    texts: [
      `against ${LONG}`,
      'against C',
      'endless',
      `nothing needs to be held: ${LONG}`,
      '… 2 more rivals',
    ],
    marks: { 'held rect': 2, 'free rect': 4, 'needed line': 2 },
  },
  contributions: {
    draw: (options) =>
      contributions(
        {
          class: LONG,
          rival: MARKUP,
          classIndex: 1,
          rivalIndex: 0,
          unit: 'points',
          base: { label: 'to begin with', amount: -1e6, text: '−1000000' },
          parts: [
            { label: WIDE, amount: 25e5, text: '+2500000' },
            { label: 'job = clerk', amount: -3, text: '−3' },
            { label: 'nothing', amount: 0, text: '0' },
          ],
          rest: { label: '… 45 more, together', amount: 3, text: '+3' },
          sum: { label: `lead over ${MARKUP}`, amount: 15e5, text: '+1500000' },
        },
        options,
      ),
    texts: ['to begin with', '−1000000', WIDE, `lead over ${MARKUP}`, `+ for ${LONG}`, '2,000,000'],
    marks: { 'for rect': 2, 'against rect': 2, 'sum rect': 1 },
  },
  sizes: {
    draw: (options) =>
      sizes(
        {
          what: 'explanations',
          total: '9'.repeat(400),
          sizes: [
            { size: 1, count: 1 },
            { size: 2, count: '0' },
            { size: 3, count: '25080055929' },
            { size: 40, count: '9'.repeat(400) },
          ],
        },
        options,
      ),
    texts: ['1 feature', '40 features', '2.51·10¹⁰', '1.00·10⁴⁰⁰', 'explanations →'],
    marks: { 'bars rect': 3 },
  },
  'few sizes': {
    draw: (options) => sizes({ what: 'contrasts', total: '3', sizes: [{ size: 0, count: 3 }] }, options),
    texts: ['0 features', '3', 'contrasts →'],
    marks: { 'bars rect': 1 },
  },
  'feature bars': {
    draw: (options) =>
      featureBars(
        {
          measures: ['share of all explanations', 'Shapley–Shubik power'],
          parts: names(6).map((label, i) => ({
            label,
            values: [1 / (i + 1), i / 9],
            text: '100.0 % · < 0.1 %',
          })),
          remarks: ['… 5 more, each less important'],
        },
        options,
      ),
    texts: [LONG, MARKUP, WIDE, 'word 5 = yes', 'Shapley–Shubik power', '… 5 more, each less important'],
    marks: { 'measure-1 rect': 6, 'measure-2 rect': 5 },
  },
  population: {
    draw: (options) =>
      population(
        {
          rows: 123456,
          parts: names(5).map((label, i) => ({
            label,
            every: Math.max(0, 0.6 - i / 5),
            some: 1 - i / 9,
            text: '60.0 % · 100.0 %',
          })),
          remarks: ['… 2 more that no explanation uses'],
        },
        options,
      ),
    texts: [LONG, WIDE, 'in every explanation of the row', 'share of 123,456 rows (%) →'],
    marks: { 'every rect': 3, 'some rect': 5 },
  },
  rules: {
    draw: (options) =>
      rules(
        {
          rows: 12345,
          rules: [
            {
              label: `IF ${LONG} AND ${MARKUP} THEN grant`,
              class: 'grant',
              classIndex: 1,
              rows: 5123,
              text: '5123 rows · 41.5 %',
            },
            { label: 'ALWAYS refuse', class: 'refuse', classIndex: 0, rows: 0, text: '0 rows · 0.0 %' },
          ],
          more: 3,
        },
        options,
      ),
    texts: [`IF ${LONG} AND ${MARKUP} THEN grant`, 'ALWAYS refuse', '… 3 more rules', 'rows →'],
    marks: { 'covered rect': 1 },
  },
  change: {
    draw: (options) =>
      changeView(
        {
          from: LONG,
          to: MARKUP,
          fromIndex: 1,
          toIndex: 0,
          doubtful: true,
          parts: [
            {
              text: `${LONG}: 24 → 50 years`,
              scale: { lower: 0, upper: 99, from: 24, to: 50, lowerText: '0', upperText: '99' },
            },
            { text: `${WIDE}: clerk → nurse` },
            { text: 'x: −3 → 1.7e308', scale: { lower: -1.7e308, upper: 1.7e308, from: -3, to: 1.7e308 } },
            { text: 'y: 1 → 1', scale: { lower: 1, upper: 1, from: 1, to: 1 } },
          ],
        },
        options,
      ),
    texts: [
      `${LONG} → ${MARKUP} (within rounding noise)`,
      `${LONG}: 24 → 50 years`,
      `${WIDE}: clerk → nurse`,
      '99',
    ],
    marks: { 'move path': 3, 'now circle': 3, 'then path': 3 },
  },
  matrix: {
    draw: (options) =>
      matrix(
        {
          what: 'explanations',
          features: names(45),
          sets: [[0, 1], [0, 2, 44], Array.from({ length: 45 }, (_, i) => i)],
          more: true,
        },
        options,
      ),
    texts: [LONG, MARKUP, WIDE, 'word 44 = yes', 'size', '45', '… more explanations, none smaller'],
    marks: { 'inside circle': 50, 'outside circle': 85, 'names text': 45 },
  },
  'no explanation but the empty one': {
    draw: (options) => matrix({ what: 'explanations', features: [], sets: [[]], more: false }, options),
    texts: ['size', '0', 'the empty set: the class never changes'],
    marks: { 'inside circle': 0 },
  },
  'words above': {
    draw: (options) =>
      dropBar(
        { class: 'a', classIndex: 0, unit: '', panels: [panel('b', partsOf(names(2), 1))], moreRivals: 0 },
        { ...options, heading: WIDE },
      ),
    texts: [WIDE],
    marks: { 'heading text': 1 },
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
