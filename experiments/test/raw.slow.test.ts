// Raw performance in small: answers agree with brute force, and an interrupted run ends like one that was not.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CategoricalNaiveBayes, weigh } from '@xpxlc/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dataset } from '../src/dataset.ts';
import type { Frame } from '../src/experiment.ts';
import { openFrame } from '../src/frame.ts';
import { generate } from '../src/generate.ts';
import { raw } from '../src/raw/raw.ts';
import { explainRow, type RowRecord } from '../src/raw/row.ts';
import type { RawSummary } from '../src/raw/summary.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xpxlc-raw-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const SHAPES = [
  { name: 'a', features: 8, values: [2, 3, 5], rows: 12 },
  { name: 'b', features: 14, values: [2], rows: 6 },
];
const frameOf = (datasets: readonly Dataset[], out = folder): Frame => ({
  ...openFrame({ out, seed: 3, silent: true }),
  datasets: async () => datasets,
});
const sets = SHAPES.map((shape) => generate(shape, 3));

/** All minimal sufficient sets, by trying every set. In doubles: generated models keep far from ties. */
function bruteForce(
  { model, rows }: Dataset,
  row: number,
): { count: number; smallest: number; largest: number } {
  const { prior, likelihood } = model as CategoricalNaiveBayes;
  const n = likelihood.length;
  const values = rows[row];
  const odds = (i: number, v: number) => Math.log(likelihood[i][1][v] / likelihood[i][0][v]);
  const bias = Math.log((prior as readonly number[])[1] / (prior as readonly number[])[0]);
  const score = values.reduce((sum, v, i) => sum + odds(i, v), bias);
  const side = Math.sign(score);
  const worst = likelihood.map(([first], i) => Math.min(...first.map((_, v) => side * odds(i, v))));
  const keeps = (mask: number) => {
    let least = side * bias;
    for (let i = 0; i < n; i++) least += mask & (1 << i) ? side * odds(i, values[i]) : worst[i];
    return least > 0;
  };
  const sizes: number[] = [];
  for (let mask = 0; mask < 1 << n; mask++) {
    if (!keeps(mask)) continue;
    const members = Array.from({ length: n }, (_, i) => i).filter((i) => mask & (1 << i));
    if (members.every((i) => !keeps(mask & ~(1 << i)))) sizes.push(members.length);
  }
  return { count: sizes.length, smallest: Math.min(...sizes), largest: Math.max(...sizes) };
}

/** Without times. */
const answers = ({ listed, complete, count, smallest, largest }: RowRecord) => ({
  listed,
  complete,
  count,
  smallest,
  largest,
});

describe('raw performance', () => {
  it('finds what brute force finds', () => {
    for (const set of sets) {
      for (let row = 0; row < set.rows.length; row++) {
        const { count, smallest, largest } = bruteForce(set, row);
        const expected = { listed: count, complete: true, count: String(count), smallest, largest };
        expect(answers(explainRow(set, row, 1e6))).toEqual(expected);
      }
    }
  });

  it('lists no more than the limit, and counts beyond it', () => {
    const [, set] = sets;
    const { count, smallest } = bruteForce(set, 0);
    expect(count).toBeGreaterThan(5);
    const expected = { listed: 5, complete: false, count: String(count), smallest, largest: null };
    expect(answers(explainRow(set, 0, 5))).toEqual(expected);
  });

  it('fails when answers that came with the data are others', () => {
    const [set] = sets;
    const { count, smallest, largest } = bruteForce(set, 0);
    const known = { class: weigh(set.classifier, set.rows[0]).class, count, smallest, largest };
    const ask = (wrong: object) => () => explainRow({ ...set, known: [{ ...known, ...wrong }] }, 0, 1e6);
    expect(ask({})).not.toThrow();
    expect(ask({ count: null, largest: null })).not.toThrow();
    expect(ask({ class: 'maybe' })).toThrow('a, row 0: class: expected maybe');
    expect(ask({ count: count + 1 })).toThrow(`a, row 0: number of explanations: expected ${count + 1}`);
    expect(ask({ smallest: smallest + 1 })).toThrow('a, row 0: size of the smallest');
    expect(ask({ largest: largest + 1 })).toThrow('a, row 0: size of the largest');
  });

  it('sums up', async () => {
    const summary = await raw.run(frameOf(sets), { limit: 20 });
    const counts = sets.map((set) => set.rows.map((_, row) => bruteForce(set, row).count));
    const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
    expect(summary.total).toMatchObject({
      instances: 18,
      known: 0,
      complete: counts.flat().filter((count) => count <= 20).length,
      most: String(Math.max(...counts.flat())),
      uncounted: 0,
    });
    expect(summary.total.listed).toBeCloseTo(mean(counts.flat().map((count) => Math.min(count, 20))));
    expect(summary.sets.map(({ name, features, most }) => [name, features, most])).toEqual([
      ['a', 8, String(Math.max(...counts[0]))],
      ['b', 14, String(Math.max(...counts[1]))],
    ]);
    const within = (low: number, high: number) =>
      counts.flat().filter((count) => low < count && count <= high).length;
    expect(summary.magnitudes).toEqual(
      [within(0, 1), within(1, 10), within(10, 100), within(100, 1000)].slice(0, summary.magnitudes.length),
    );
    expect(summary.magnitudes.reduce((a, b) => a + b)).toBe(18);
    expect(summary.listing.points.at(-1)?.[0]).toBe(18);
  });

  it('ends the same when it was interrupted, times aside', async () => {
    const untimed = (summary: RawSummary) =>
      JSON.stringify(summary, (key, value) =>
        /^(mean|median|longest|countMean|countLongest|points)$/.test(key) ? null : value,
      );
    const whole = await raw.run(frameOf(sets, join(folder, 'whole')), {});
    const path = join(folder, 'cut/raw.ndjson');
    const cut = () => raw.run(frameOf(sets, join(folder, 'cut')), {});
    await cut();
    const lines = readFileSync(path, 'utf8').split('\n');
    // Killed in the middle of the ninth record.
    writeFileSync(path, `${lines.slice(0, 9).join('\n')}\n${lines[9].slice(0, 20)}`);
    expect(untimed(await cut())).toBe(untimed(whole));
    const again = readFileSync(path, 'utf8').split('\n');
    expect(again.slice(0, 9)).toEqual(lines.slice(0, 9));
    expect(again).toHaveLength(lines.length);
    await expect(raw.run(frameOf(sets, join(folder, 'cut')), { limit: 7 })).rejects.toThrow('another limit');
  });

  it('is drawn and written of what it summed up', async () => {
    const summary = JSON.parse(JSON.stringify(await raw.run(frameOf(sets), {})));
    const plots = await raw.plots(summary);
    expect(Object.keys(plots)).toEqual(['raw-cactus', 'raw-magnitudes']);
    const text = raw.section(summary);
    for (const name of Object.keys(plots)) expect(text).toContain(`(${name}.svg)`);
    expect(text).toContain('| instances | 94,174 | 18 |');
    expect(text).toContain('do not compare');
  });
});
