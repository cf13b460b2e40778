// Small versions of the experiments with the real packages. Both are in one file: the environment is made once.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { predict } from '@xpxlc/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { random } from '../../bench/src/data.ts';
import { rivalsAbsent } from '../../tools/python.mjs';
import { binaryClassifier, compareRow } from '../src/compilation/compare.ts';
import { compilation } from '../src/compilation/compilation.ts';
import type { Dataset } from '../src/dataset.ts';
import { openFrame } from '../src/frame.ts';
import { generate } from '../src/generate.ts';
import type { RuleAnswer } from '../src/heuristics/explain.ts';
import { gradeTools, hitBin } from '../src/heuristics/grade.ts';
import { heuristics, QUICK_SHAPE } from '../src/heuristics/heuristics.ts';
import { RivalProcess } from '../src/rivals.ts';
import { sampleRows } from '../src/sample-rows.ts';

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
  const measured = ['seconds', 'ours', 'peakBytes', 'own', 'mean', 'median', 'longest'];
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

    interrupt(join(folder, 'compilation.ndjson'), 3);
    expect(answers(await compilation.run(frame(), {}))).toEqual(answers(first));
  });
});

describe.skipIf(isLeftOut)('heuristic explainers', { timeout: 600_000 }, () => {
  it('are graded by how often their rules hold; resumed they give the same', async () => {
    const first = await heuristics.run(frame(), {});
    const [{ tools, rows }] = first.datasets;
    expect(tools.map(({ tool }) => tool)).toEqual([
      'anchor',
      'lime',
      'shap-kernel-20',
      'shap-permutation',
      'shap-linear',
    ]);
    for (const { explained, empty, hits } of tools) {
      expect(explained).toBe(rows);
      expect(hits.reduce((a, b) => a + b, empty)).toBe(rows);
    }
    expect(heuristics.section(first)).toContain('Rules of anchor');
    expect(Object.keys(await heuristics.plots(first))).toHaveLength(2);

    const dataset = generate(QUICK_SHAPE, 1);
    const lines = readFileSync(join(folder, 'heuristics.ndjson'), 'utf8').trim().split('\n');
    const rules = lines
      .map((line) => JSON.parse(line))
      .filter(({ tool }) => tool === 'anchor') as RuleAnswer[];
    expect(rules).toHaveLength(4);
    for (const rule of rules) checkPrecision(dataset, rule);

    interrupt(join(folder, 'heuristics.ndjson'), 7);
    expect(answers(await heuristics.run(frame(), {}))).toEqual(answers(first));
  });
});

/** Exact precision against a large sample: cases with the rule's values, the others drawn independently. */
function checkPrecision(dataset: Dataset, rule: RuleAnswer): void {
  const { classifier, model, rows } = dataset;
  const [{ rules }] = gradeTools(dataset, new Map([['anchor', [rule]]]), 0.95);
  const graded = rules?.precision[0];
  const next = random(7);
  const own = rows[rule.row];
  const share = (draw: (feature: number) => number) => {
    const cases = 4000;
    const kept = predict(classifier, own).class;
    let same = 0;
    for (let c = 0; c < cases; c++) {
      const drawn = own.map((value, i) => (rule.features.includes(model.features[i].name) ? value : draw(i)));
      if (predict(classifier, drawn).class === kept) same += 1;
    }
    return same / cases;
  };
  // Four standard deviations of a share of 4000 are at most 0.032.
  const size = (i: number) =>
    model.features[i].kind === 'categorical' ? model.features[i].values.length : 0;
  expect(Math.abs((graded?.uniform ?? 2) - share((i) => Math.floor(next() * size(i))))).toBeLessThan(0.035);
  const anyRow = (i: number) => rows[Math.floor(next() * rows.length)][i];
  expect(Math.abs((graded?.marginals ?? 2) - share(anyRow))).toBeLessThan(0.035);
}

describe.skipIf(isLeftOut)('a process of the rivals', { timeout: 600_000 }, () => {
  it('that breaks says why', async () => {
    const step = await RivalProcess.start('rivals.step');
    await expect(step.finish({ sizes: [] })).rejects.toThrow(/Python ended with 1: .*KeyError: 'rows'/s);
  });
});

describe('hits', () => {
  it('are classed by the share of features, none and all apart', () => {
    const classes = [0, 1, 2, 3, 4, 5].map((hits) => hitBin(hits, 5));
    expect(classes).toEqual([0, 1, 2, 3, 4, 6]);
    expect([hitBin(1, 7), hitBin(6, 7), hitBin(7, 7), hitBin(1, 1)]).toEqual([1, 5, 6, 6]);
  });
});

describe('rows to explain', () => {
  it('are different ones, the same from the same seed', () => {
    const rows = Array.from({ length: 60 }, (_, r) => [r % 20, 0]);
    const drawn = sampleRows(rows, 12, 3);
    expect(drawn).toEqual(sampleRows(rows, 12, 3));
    expect(drawn).not.toEqual(sampleRows(rows, 12, 4));
    expect(new Set(drawn.map((r) => rows[r][0])).size).toBe(12);
    expect(sampleRows(rows, 100, 1)).toEqual(Array.from({ length: 20 }, (_, r) => r));
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
