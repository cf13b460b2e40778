// A colour means a class, the same in every picture; twelve of them are told apart, on every ground that there is.
import { readFileSync } from 'node:fs';
import { additiveModel, counterfactual, reduce, smallest, weigh } from '@xpxlc/core';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import {
  changeView,
  classColor,
  contributions,
  dropBar,
  featureBars,
  matrix,
  type PlotOptions,
  population,
  rules,
  sizes,
  toSvgText,
} from '../../src/plot/index.ts';
import { NEUTRAL } from '../../src/plot/palette.ts';
import {
  changeOf,
  contributionsOf,
  dropBarOf,
  featureBarsOf,
  matrixOf,
  rulesOf,
  sizesOf,
} from '../../src/view/index.ts';
import { repositoryFile } from '../cli/program.ts';

const TWELVE = Array.from({ length: 12 }, (_, k) => classColor(k));
const COLOURS = [...TWELVE, NEUTRAL];

type Triple = readonly [number, number, number];

/** Red, green and blue as light. */
function light(colour: string): Triple {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
}

const times = (rows: readonly Triple[], [x, y, z]: Triple): Triple =>
  rows.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Triple;

/** How light of each colour looks to people who lack one kind of cones (Machado, Oliveira and Fernandes 2009). */
const SEEN: Readonly<Record<string, readonly Triple[]>> = {
  'most people': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** OKLab (Ottosson 2020): equal distances look equally different; 0.02 is just seen side by side. */
function oklab(of: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    of,
  ).map(Math.cbrt) as unknown as Triple;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

function distance(a: string, b: string, seen: readonly Triple[]): number {
  const [p, q] = [a, b].map((colour) =>
    oklab(times(seen, light(colour)).map((x) => Math.min(1, Math.max(0, x))) as unknown as Triple),
  );
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

function contrast(a: string, b: string): number {
  const [high, low] = [a, b]
    .map((colour) => {
      const [red, green, blue] = light(colour);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    })
    .sort((x, y) => y - x);
  return high / low;
}

/** The grounds of pictures, of the page and of the report, light and dark, as their own files say. */
function grounds(): string[] {
  const page = readFileSync(repositoryFile('packages/web/src/style/page.css'), 'utf8');
  const report = readFileSync(repositoryFile('packages/xpxlc/src/report/style.ts'), 'utf8');
  const chart = readFileSync(repositoryFile('packages/xpxlc/src/plot/chart.ts'), 'utf8');
  const found = [
    ...[...page.matchAll(/--(?:ground|raised): light-dark\((#\w{6}), (#\w{6})\)/g)].flatMap(([, a, b]) => [
      a,
      b,
    ]),
    ...[...report.matchAll(/--ground: (#\w+)/g)].map(([, a]) =>
      a.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3'),
    ),
    ...[...chart.matchAll(/ background: (#\w{6})/g)].map(([, a]) => a),
  ];
  expect(found).toHaveLength(8);
  return [...new Set(found)];
}

describe('colours of classes', () => {
  it.each([
    ['most people', 0.11],
    ['protanopia', 0.055],
    ['deuteranopia', 0.055],
    ['tritanopia', 0.035],
  ])('are told apart, twelve of them and what is of no class: %s', (name, least) => {
    const close = COLOURS.flatMap((a, i) =>
      COLOURS.slice(0, i).map((b) => [distance(a, b, SEEN[name]), a, b] as const),
    ).filter(([far]) => far < least);
    expect(close).toEqual([]);
  });

  it('stand out on every ground, light and dark (WCAG: 3 to 1)', () => {
    const faint = COLOURS.flatMap((colour) =>
      grounds().map((ground) => [contrast(colour, ground), colour, ground]),
    );
    expect(faint.filter(([ratio]) => Number(ratio) < 3)).toEqual([]);
  });

  it('are not used twice: from the thirteenth on a class has none of its own', () => {
    expect(new Set(TWELVE).size).toBe(12);
    expect([classColor(12), classColor(70_000)]).toEqual([NEUTRAL, NEUTRAL]);
  });
});

describe('a colour of a class', () => {
  const classes = ['refuse', 'grant', 'ask'];
  const classifier = reduce(
    additiveModel({
      classes,
      features: [
        { name: 'x', lower: -9, upper: 9 },
        { name: 'y', values: ['a', 'b'] },
      ],
      shapes: [
        [
          { kind: 'linear', weight: -1 },
          { kind: 'linear', weight: 1 },
          { kind: 'linear', weight: 0 },
        ],
        [
          { kind: 'table', values: [1, 0] },
          { kind: 'table', values: [0, 2] },
          { kind: 'table', values: [0.5, 1] },
        ],
      ],
    }),
    { neverWins: 'allow' },
  );
  const granted = weigh(classifier, { x: 8, y: 'a' });
  const refused = weigh(classifier, { x: -8, y: 'b' });

  async function coloursOf(draw: (options: PlotOptions) => SVGSVGElement, mark?: string): Promise<string[]> {
    const text = await toSvgText((document) => draw({ document }));
    const { document } = parseHTML(`<body>${text}</body>`);
    const within =
      mark === undefined
        ? document.querySelectorAll('*')
        : document.querySelectorAll(`[data-mark="${mark}"]`);
    const list = [...within].flatMap((element) =>
      ['fill', 'stroke'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [...new Set(list.filter((colour) => colour.startsWith('#')))];
  }

  it('is that of the class whose decision is held, wins or loses', async () => {
    for (const [problem, index] of [
      [granted, 1],
      [refused, 0],
    ] as const) {
      const held = (options: PlotOptions) => dropBar(dropBarOf(problem, smallest(problem)), options);
      expect(await coloursOf(held, 'held')).toEqual([classColor(index)]);
      expect(await coloursOf(held, 'needed')).toEqual([]);
      const data = contributionsOf(problem);
      expect(classes[data.rivalIndex]).toBe(data.rival);
      const parts = (options: PlotOptions) => contributions(data, options);
      expect(await coloursOf(parts, 'for')).toEqual([classColor(index)]);
      expect(await coloursOf(parts, 'against')).toEqual([classColor(data.rivalIndex)]);
    }
  });

  it('is that of the class that would be, not of the one that is', async () => {
    for (const problem of [granted, refused]) {
      const changed = counterfactual(problem, [0]);
      if (changed === undefined) throw new Error('no change');
      const draw = (options: PlotOptions) => changeView(changeOf(problem, changed), options);
      expect(await coloursOf(draw, 'now')).toEqual([classColor(problem.classIndex)]);
      for (const mark of ['then', 'move'])
        expect(await coloursOf(draw, mark)).toEqual([classColor(classes.indexOf(changed.class))]);
    }
  });

  it('is that of the class of a rule, whatever rules there are', async () => {
    const rule = (name: string) => ({ rule: `ALWAYS ${name}`, class: name, rows: 5 });
    for (const names of [['grant'], ['ask', 'grant'], ['grant', 'refuse', 'ask']]) {
      const draw = (options: PlotOptions) => rules(rulesOf(names.map(rule), 20, classes), options);
      const found = await coloursOf(draw, 'covered');
      expect(new Set(found)).toEqual(new Set(names.map((name) => classColor(classes.indexOf(name)))));
    }
  });

  it('is nowhere where nothing is of a class', async () => {
    const two = weigh(
      reduce(
        additiveModel({
          classes: ['no', 'yes'],
          features: ['a', 'b', 'c'].map((name) => ({ name, values: ['0', '1'] })),
          shapes: [1, 2, 3].map((x) => [
            { kind: 'table' as const, values: [0, 0] },
            { kind: 'table' as const, values: [-2, x] },
          ]),
        }),
      ),
      ['1', '1', '1'],
    );
    const shares = { rows: 2, parts: [{ label: 'a', every: 0.5, some: 1, text: '50 %' }], remarks: [] };
    const pictures = [
      (options: PlotOptions) =>
        featureBars(featureBarsOf(two, { measures: ['frequency', 'shapleyShubik'] }), options),
      (options: PlotOptions) => matrix(matrixOf(two, [[0, 1], [2]]), options),
      (options: PlotOptions) => sizes(sizesOf(two), options),
      (options: PlotOptions) => population(shares, options),
    ];
    for (const draw of pictures) {
      const found = await coloursOf(draw);
      expect(found.filter((colour) => TWELVE.includes(colour))).toEqual([]);
    }
  });
});
