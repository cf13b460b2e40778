// The pictures by their structure; what they look like is measured in a browser (plot.page.test.ts).

import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../core/test/property.ts';
import { decades, durationText, logDomain, numberText, roundTicks } from '../../src/plot/axis.ts';
import {
  cactusSeries,
  changeView,
  countText,
  fit,
  fitted,
  type PlotOptions,
  stacked,
  toSvgText,
} from '../../src/plot/index.ts';
import { wrap } from '../../src/plot/legend.ts';
import { widthOf, wrapTo } from '../../src/plot/text-width.ts';
import { SAMPLES, textOf, unspaced } from './samples.ts';

async function parsed(draw: (options: PlotOptions) => SVGSVGElement, options: PlotOptions = {}) {
  const text = await toSvgText((document) => draw({ ...options, document }));
  const svg = parseHTML(`<body>${text}</body>`).document.querySelector('svg');
  return { text, svg: svg as unknown as SVGSVGElement };
}

describe.each(Object.entries(SAMPLES))('a picture: %s', (_, { draw, texts, marks }) => {
  it.each([360, 720])('has its texts whole and all its marks at %i pixels', async (width) => {
    const { svg } = await parsed(draw, { width });
    const found = textOf(svg).map(unspaced);
    for (const text of texts) expect(found).toContain(unspaced(text));
    const counts = Object.keys(marks).map((mark) => {
      const [name, tag = '*'] = mark.split(' ');
      return [mark, svg.querySelectorAll(`[data-mark="${name}"] ${tag}`).length];
    });
    expect(Object.fromEntries(counts)).toEqual(marks);
    expect(svg.getAttribute('width')).toBe(String(width));
  });

  it('has one name for those who cannot see it', async () => {
    const { svg, text } = await parsed(draw, { title: 'All of it', description: 'More <of> it.' });
    expect(svg.getAttribute('role')).toBe('img');
    expect(svg.getAttribute('aria-label')).toBe('All of it. More <of> it.');
    expect(svg.querySelector('title')?.textContent).toBe('All of it');
    expect(svg.querySelector('desc')?.textContent).toBe('More <of> it.');
    expect(text.match(/aria-label=/g)).toHaveLength(1);
    const unnamed = await parsed(draw);
    expect(unnamed.svg.getAttribute('aria-label')).not.toBe('');
  });

  it('is the same each time, and stands alone as a file', async () => {
    const { text } = await parsed(draw);
    expect((await parsed(draw)).text).toBe(text);
    expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
    expect(text).not.toMatch(/[xyd12]="[^"]*\d\.\d{3}/);
  });

  it('is light, dark, or what the reader prefers', async () => {
    expect((await parsed(draw)).text).toContain('prefers-color-scheme: dark');
    const [light, dark] = await Promise.all([false, true].map((choice) => parsed(draw, { dark: choice })));
    expect(light.text).not.toContain('prefers-color-scheme');
    expect(light.text.replaceAll('xpxlc-plot-light', 'xpxlc-plot-dark')).not.toBe(dark.text);
    expect(dark.text).toContain('background: #0d1117');
  });

  it('takes the colours of the page around it', async () => {
    const { text } = await parsed(draw, { dark: 'page' });
    expect(text).toContain('.xpxlc-plot-page { color: inherit; background: transparent;');
    expect(text).not.toMatch(/prefers-color-scheme|#1f2328|#e6edf3/);
  });
});

describe('the points of a cactus', () => {
  it('are ranks and values in order, the largest ones all there', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, noNaN: true }), { maxLength: 3000 }), (values) => {
        const sorted = values.toSorted((a, b) => a - b);
        const { points } = cactusSeries('x', values, 50);
        for (const [rank, value] of points) expect(value).toBe(sorted[rank - 1]);
        const ranks = points.map(([rank]) => rank);
        expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => a - b));
        const last = Math.min(25, values.length);
        expect(ranks.slice(ranks.length - last)).toEqual(
          Array.from({ length: last }, (_, i) => values.length - last + i + 1),
        );
        expect(points.length).toBeLessThanOrEqual(51);
      }),
    );
  });
});

describe('a fit', () => {
  it.each(['power', 'exponential'] as const)('finds the %s that made the points', (kind) => {
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (slope, factor) => {
          const points = [1, 2, 5, 9].map((x) => [x, fitted({ kind, slope, factor }, x)] as const);
          const found = fit(points, kind);
          expect(found?.slope).toBeCloseTo(slope, 9);
          expect(found?.factor).toBeCloseTo(factor, 7);
        },
      ),
    );
  });

  it('needs two sizes, and leaves out what has no logarithm', () => {
    expect(
      fit([
        [3, 4],
        [3, 5],
      ]),
    ).toBeUndefined();
    expect(
      fit([
        [0, 4],
        [2, 0],
        [3, 5],
      ]),
    ).toBeUndefined();
    expect(
      fit([
        [1, 1],
        [2, 2],
        [4, 0],
        [0, 9],
      ])?.slope,
    ).toBeCloseTo(1);
  });
});

describe('axes', () => {
  it('say durations and numbers as people read them', () => {
    expect([3e-9, 1e-6, 1e-5, 2.5e-4, 1e-3, 0.1, 1, 1e3].map(durationText)).toEqual([
      '3 ns',
      '1 µs',
      '10 µs',
      '250 µs',
      '1 ms',
      '100 ms',
      '1 s',
      '1,000 s',
    ]);
    expect([0, 0.25, 40466, 1e6].map(numberText)).toEqual(['0', '0.25', '40,466', '1,000,000']);
  });

  it('have round ticks within the range that do not run into each other', () => {
    const end = fc.oneof(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }),
    );
    fc.assert(
      fc.property(end, end, fc.constantFrom(360, 520, 720, 1200), (a, b, width) => {
        const [low, high] = [Math.min(a, b, 0), Math.max(a, b, 0)];
        const ticks = roundTicks(low, high, width);
        for (const tick of ticks) expect(low <= tick && tick <= high).toBe(true);
        expect(ticks.length).toBeLessThanOrEqual(9);
        if (high - low > 1e-300) expect(ticks).toContain(0);
        for (const tick of ticks) expect(String(tick).replace(/e.*|[-.]/g, '')).toMatch(/^0*[0-9]{0,3}0*$/);
      }),
    );
    expect(roundTicks(0, 0.9, 720)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
    expect(roundTicks(0, 0.3, 360)).toEqual([0, 0.1, 0.2, 0.3]);
  });

  it('of logarithms hold all values, with two ticks at least and not too many', () => {
    const positive = fc.double({ min: 1e-12, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(fc.array(positive, { minLength: 1 }), fc.integer({ min: 2, max: 9 }), (values, most) => {
        const [low, high] = logDomain(values);
        for (const value of values) expect(low <= value && value <= high).toBe(true);
        expect(decades(low, high, 99).length).toBeGreaterThanOrEqual(2);
        const ticks = decades(low, high, most);
        expect(ticks.length).toBeGreaterThanOrEqual(1);
        expect(ticks.length).toBeLessThanOrEqual(most);
        for (const tick of ticks) expect(low <= tick && tick <= high).toBe(true);
      }),
    );
  });
});

/** What an XML parser has to say. */
function xmlErrors(text: string): string[] {
  const errors: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => errors.push(error.message));
  parser.write(text).close();
  return errors;
}

describe('the text of a picture', () => {
  it.each(Object.keys(SAMPLES))('is well-formed XML: %s', async (name) => {
    expect(xmlErrors((await parsed(SAMPLES[name].draw)).text)).toEqual([]);
  });

  it('is well-formed XML whatever the names are, also one below the other', async () => {
    const anyName = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('<', '>', '&', '"', "'", ']]>', '\u00a0', '\0', '\ud800', '\ufffe', '😀'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(anyName, anyName, async (from, to) => {
        const draw = (options: PlotOptions) =>
          changeView(
            { from, to, fromIndex: 0, toIndex: 1, doubtful: false, parts: [{ text: `${from} → ${to}` }] },
            options,
          );
        const { text } = await parsed(draw, { heading: from });
        expect(xmlErrors(text)).toEqual([]);
        expect(xmlErrors(stacked([text, text]))).toEqual([]);
      }),
      runs(60),
    );
  });

  it('of several pictures is as high as all of them, on the ground of the first', async () => {
    const [one, other] = await Promise.all(['drop bar', 'change'].map((name) => parsed(SAMPLES[name].draw)));
    const svg = parseHTML(`<body>${stacked([one.text, other.text])}</body>`).document.querySelector('svg');
    const heights = [one, other].map((part) => Number(part.svg.getAttribute('height')));
    expect(Number(svg?.getAttribute('height'))).toBe(heights[0] + heights[1] + 12);
    expect(svg?.getAttribute('class')).toBe('xpxlc-plot');
    expect(Array.from(svg?.children ?? [], (part) => part.getAttribute('y'))).toEqual([
      '0',
      String(heights[0] + 12),
    ]);
  });
});

describe('counts', () => {
  it('are said in few digits, however large', () => {
    expect(['0', '999999999', '1000000000', '25080055929', '9'.repeat(30)].map(countText)).toEqual([
      '0',
      '999,999,999',
      '1.00·10⁹',
      '2.51·10¹⁰',
      '1.00·10³⁰',
    ]);
  });
});

describe('wrapping', () => {
  it('by pixels loses nothing and keeps to the width, but for a single letter', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 200 }), fc.boolean(), (text, most, bold) => {
        const lines = wrapTo(text, most, bold);
        expect(unspaced(lines.join(''))).toBe(unspaced(text));
        for (const line of lines)
          if (Array.from(line).length > 1) expect(widthOf(line, bold)).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('loses nothing and keeps to the width', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (words, most) => {
        const lines = wrap(words, most);
        expect(unspaced(lines.join(''))).toBe(unspaced(words));
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(most);
      }),
    );
  });
});
