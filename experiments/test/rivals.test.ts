// Small versions of the experiments with the real packages. Both are in one file: the environment is made once.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rivalsAbsent } from '../../tools/python.mjs';
import { compilation } from '../src/compilation.ts';
import { binaryClassifier, compareRow } from '../src/compile-and-compare.ts';
import { openFrame } from '../src/frame.ts';

const absent = rivalsAbsent();
if (absent !== undefined) console.error(`${absent}: the experiments with rivals are not tested`);
/** Where everything must be tried they run, and fail. */
const isLeftOut = absent !== undefined && process.env.CI === undefined;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xpxlc-rivals-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const frame = (out = folder) => openFrame({ out, quick: true, generated: true, silent: true, seed: 1 });

/** Everything but what is measured. */
function answers(value: unknown): unknown {
  const measured = ['seconds', 'ours', 'peakBytes'];
  return JSON.parse(JSON.stringify(value, (key, part) => (measured.includes(key) ? undefined : part)));
}

/** Leaves the first lines of a file, and half of the next one, as an interruption would. */
function interrupt(path: string, lines: number): void {
  const text = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, `${text.slice(0, lines).join('\n')}\n${text[lines].slice(0, 20)}`);
}

describe.skipIf(isLeftOut)('compilation', { timeout: 600_000 }, () => {
  it('gives our explanations, or meets a limit that concerns one dataset; resumed it gives the same', async () => {
    const first = await compilation.run(frame(), {});
    expect(first.datasets.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'out of time']);
    const rows = first.datasets.flatMap((dataset) => dataset.rows);
    expect(rows).toHaveLength(10);
    // Were they not the same as ours, there would be an error.
    expect(rows.every(({ outcome, count }) => outcome === 'done' && Number(count) > 0)).toBe(true);
    expect(compilation.section(first)).toContain('2 of 3 classifiers');
    expect(Object.keys(await compilation.plots(first))).toHaveLength(3);

    interrupt(join(folder, 'compilation.ndjson'), 2);
    expect(answers(await compilation.run(frame(), {}))).toEqual(answers(first));
  });
});

describe('explanations of both sides', () => {
  const classifier = binaryClassifier({
    event: 'model',
    columns: [
      [0, 1],
      [1, 0],
    ],
    biases: [0, 0],
    tables: [
      [
        [0, 2],
        [0, 0],
      ],
      [
        [0, 1],
        [0, 0],
      ],
    ],
    versions: {},
  });
  const event = { event: 'row', row: 3, outcome: 'done', seconds: 1 } as const;
  // Of x0 = x1 = 1 with weights 2 and 1 and ties for the first class, which is always predicted: the empty set.
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

  it('are compared as sets', () => {
    expect(compareRow(classifier, [1, 1], { ...event, count: '1', digest: empty }, 'x').ours).toBeGreaterThan(
      0,
    );
    const other = { ...event, count: '1', digest: empty.replace('e', 'f') };
    expect(() => compareRow(classifier, [1, 1], other, 'x')).toThrow(
      'x, row 3: the prime implicants are not',
    );
  });

  it('are compared by number where they are too many to list', () => {
    const many = { ...event, outcome: 'too many', count: '2' } as const;
    expect(() => compareRow(classifier, [1, 1], many, 'x')).toThrow('2 prime implicants, but 1 explanations');
    expect(compareRow(classifier, [1, 1], { ...many, count: '1' }, 'x').ours).toBeNull();
  });
});
