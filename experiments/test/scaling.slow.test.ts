// Scaling in small: every question's answers by another way, and the same again after an interruption.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enumerate, type Problem, precision, smallest, weigh } from '@xpxlc/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFrame } from '../src/frame.ts';
import { type Ask, categories, halfNeeded, numbers, table } from '../src/scaling/cases.ts';
import { QUESTIONS } from '../src/scaling/questions.ts';
import { type ScalingSummary, scaling } from '../src/scaling/scaling.ts';
import { QUICK } from '../src/scaling/timing.ts';

const SEED = 4;
const ask = (name: string, size: number) =>
  QUESTIONS.find((question) => question.name === name)?.ask(size, SEED, QUICK);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xpxlc-scaling-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const run = (out = folder): Promise<ScalingSummary> =>
  scaling.run(openFrame({ out, quick: true, seed: SEED, silent: true }), {});

/** Points of the space at which the class stays, one by one. */
function shareKept(problem: Problem, held: ReadonlySet<number>): number {
  const { classifier, values, class: own } = problem;
  let kept = 0;
  let points = 1;
  const free = classifier.features.flatMap((_, i) => (held.has(i) ? [] : [i]));
  for (const _ of free) points *= 2;
  for (let point = 0; point < points; point++) {
    const moved = Array.from(values);
    free.forEach((i, bit) => {
      moved[i] = (point >> bit) & 1;
    });
    kept += Number(weigh(classifier, moved).class === own);
  }
  return kept / points;
}

describe('scaling', () => {
  it.each([
    ['count', halfNeeded(12, 'random', SEED), 12],
    ['count', halfNeeded(16, 'random', SEED), 16],
    ['count-points', halfNeeded(12, 'points', SEED), 12],
    ['values-count', categories(20, 2, SEED), 2],
    ['values-count', categories(20, 8, SEED), 8],
  ] as [string, Ask, number][])('%s: counts what can be listed', (name, problem, size) => {
    expect(ask(name, size)).toMatchObject({
      outcome: 'done',
      answer: String([...enumerate(problem())].length),
    });
  });

  it.each([10, 100])('one: half of %i numbers is needed, and no fewer do', (n) => {
    expect(ask('one', n)?.answer).toBe(String(n / 2));
    const [first] = enumerate(numbers(n, SEED)(), { order: 'size', limit: 1 });
    expect(first.size).toBe(n / 2);
  });

  it('precision: is the share of the points of the space, and between its bounds', () => {
    const problem = halfNeeded(12, 'random', SEED)();
    const held = smallest(problem) ?? [];
    const half = new Set(held.slice(0, Math.ceil(held.length / 2)));
    const share = shareKept(problem, half);
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
    expect(Number(ask('precision', 12)?.answer)).toBe(share);
    const { low, high } = precision(problem, [...half], 'uniform', { exact: false });
    expect(ask('precision-bounds', 12)?.answer).toBe(`${low}–${high}`);
    expect(low <= share && share <= high).toBe(true);
  });

  it('rows: are answered as one by one', () => {
    const { classifier, block } = table(100, SEED);
    let sizes = 0;
    let counts = 0;
    for (let r = 0; r < block.rows; r++) {
      const problem = weigh(
        classifier,
        block.columns.map((column) => column[r]),
      );
      sizes += smallest(problem)?.length ?? 0;
      counts += [...enumerate(problem)].length;
    }
    expect(ask('rows-one', 100)?.answer).toBe(String(sizes));
    expect(ask('rows-count', 100)?.answer).toBe(String(counts));
  });

  it('takes a limit for an outcome', () => {
    expect(ask('precision', 300)).toEqual({ outcome: 'limit' });
  });

  it('ends the same when it was interrupted, times aside', async () => {
    const untimed = ({ curves }: ScalingSummary) =>
      curves.map(({ name, points, limits, answers }) => ({
        name,
        sizes: points.map(([size]) => size),
        limits,
        answers,
      }));
    const whole = await run(join(folder, 'whole'));
    expect(whole.curves.map(({ name }) => name)).toEqual(QUESTIONS.map(({ name }) => name));
    await run(join(folder, 'cut'));
    const path = join(folder, 'cut/scaling.ndjson');
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${lines.slice(0, 5).join('\n')}\n${lines[5].slice(0, 10)}`);
    expect(untimed(await run(join(folder, 'cut')))).toEqual(untimed(whole));
    expect(readFileSync(path, 'utf8').split('\n').slice(0, 5)).toEqual(lines.slice(0, 5));
  });

  it('is drawn and written of what it summed up', async () => {
    const summary = JSON.parse(JSON.stringify(await run()));
    const plots = await scaling.plots(summary);
    const text = scaling.section(summary);
    expect(Object.keys(plots)).toHaveLength(4);
    for (const name of Object.keys(plots)) expect(text).toContain(`(${name}.svg)`);
    for (const { title } of QUESTIONS) expect(text).toContain(`| ${title} |`);
  });
});
