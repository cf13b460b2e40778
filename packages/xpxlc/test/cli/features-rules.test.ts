// The rules of `xpxlc features`: right for every case, and counted over the whole table.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coveredRows, poolRules, predict, reduce, ruleHolds } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import type { FeaturesSummary } from '../../src/answer/record-fields.ts';
import { RulesCounter } from '../../src/answer/rules-record.ts';
import type { RowBlock } from '../../src/cells/row-block.ts';
import { loadModel } from '../../src/import/load-model.ts';
import { encodeRows } from '../../src/table/encode.ts';
import { openTable } from '../../src/table/source.ts';
import { manyLoans } from '../batch/runs.ts';
import { folder, LOAN_TABLE, xpxlc } from './program.ts';

/** Numbers as they are, normally distributed in each class: no two rows have the same values. */
async function gaussian(): Promise<string> {
  const cwd = folder();
  const numbers = readFileSync(LOAN_TABLE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','))
    .map((cells) => [cells[0], cells[1], cells.at(-1)].join(','));
  const { writeFileSync } = await import('node:fs');
  writeFileSync(join(cwd, 'numbers.csv'), `${numbers.join('\n')}\n`);
  await xpxlc(['train', 'numbers.csv', '--gaussian', '--actual', 'decision', '-o', 'model.json'], {
    cwd,
  });
  return cwd;
}

async function blocksOf(cwd: string, blockRows: number) {
  const { model } = await loadModel(join(cwd, 'model.json'));
  const classifier = reduce(model);
  const table = await openTable(join(cwd, 'numbers.csv'));
  const blocks: RowBlock[] = [];
  for await (const block of encodeRows(table, classifier.features, { blockRows })) blocks.push(block);
  table.close();
  return { classifier, blocks };
}

describe('the rules of xpxlc features', () => {
  it('cover many rows of continuous features, and hold for every case', async () => {
    const cwd = await gaussian();
    const { stdout } = await xpxlc(['features', 'model.json', 'numbers.csv', '--format', 'json'], { cwd });
    const [{ rules, rows, classes }] = JSON.parse(stdout) as [FeaturesSummary];
    const { classifier, blocks } = await blocksOf(cwd, 10_000);
    const [block] = blocks;
    const found = poolRules(classifier, block);
    expect(rules.map(({ rows, added }) => [rows, added])).toEqual(
      found.map(({ rows, added }) => [rows, added]),
    );
    expect(found.every((rule) => ruleHolds(classifier, rule))).toBe(true);
    // A case that a rule covers has its class: asked of each row by itself.
    for (const { class: own, literals } of found) {
      const covered = coveredRows(classifier, literals, block);
      block.rowNumbers.forEach((_, r) => {
        if (covered[r] === 1)
          expect(
            predict(
              classifier,
              block.columns.map((column) => column[r]),
            ).classIndex,
          ).toBe(own);
      });
    }
    expect(rules[0].rows).toBeGreaterThan(100);
    expect(rules.reduce((sum, { added }) => sum + added, 0)).toBeGreaterThan(0.9 * rows);
    expect(Object.keys(classes).sort()).toEqual(['grant', 'refuse']);
  });

  it('are counted block by block as all at once', async () => {
    const cwd = await gaussian();
    const { classifier, blocks } = await blocksOf(cwd, 10_000);
    const found = poolRules(classifier, blocks[0]);
    const counter = new RulesCounter(classifier, found);
    for (const block of (await blocksOf(cwd, 256)).blocks) counter.add(block);
    expect(counter.result()).toEqual(found);
  });

  it('are told as sentences, with their share of the class', async () => {
    const cwd = await gaussian();
    const { stdout } = await xpxlc(['features', 'model.json', 'numbers.csv', '--rules', '2'], { cwd });
    expect(stdout).toMatch(
      /\nrules that cover most rows, each right for every case: together \d+ of 600 rows \(\d+\.\d %\)\n {2}\d+ rows, \d+\.\d % of (grant|refuse): IF .* THEN \1\n/,
    );
    const none = await xpxlc(['features', 'model.json', 'numbers.csv', '--rules', '0'], { cwd });
    expect(none.stdout).not.toContain('rules');
  });

  it('are the same from standard input, resumed, and of some classes only those of these', async () => {
    const cwd = await gaussian();
    const args = ['features', 'model.json', 'numbers.csv', '--predicted', 'refuse', '--rules', '3'];
    const whole = await xpxlc([...args, '--format', 'json'], { cwd });
    const [{ rules, rows }] = JSON.parse(whole.stdout) as [FeaturesSummary];
    expect(new Set(rules.map((rule) => rule.class))).toEqual(new Set(['refuse']));
    expect(rules.every((rule) => rule.rows <= rows)).toBe(true);
    const piped = await xpxlc([...args.toSpliced(2, 1, '-'), '--format', 'json'], {
      cwd,
      input: readFileSync(join(cwd, 'numbers.csv'), 'utf8'),
    });
    expect(piped.stdout).toBe(whole.stdout);
    await xpxlc([...args, '-o', 'out.json', '--resume'], { cwd });
    expect(readFileSync(join(cwd, 'out.json'), 'utf8')).toBe(whole.stdout);
  });

  it('count bad rows for nothing, also in large tables', async () => {
    const cwd = folder({ 'many.csv': manyLoans(14) });
    await xpxlc(
      ['train', LOAN_TABLE, '--actual', 'decision', '--bins', 'age=4', '--bins', 'income=4', '-o', 'm.json'],
      { cwd },
    );
    const ask = async (data: string, ...more: readonly string[]): Promise<FeaturesSummary> =>
      JSON.parse((await xpxlc(['features', 'm.json', data, '--format', 'json', ...more], { cwd })).stdout)[0];
    const many = await ask('many.csv');
    expect([many.rows, many.failed]).toEqual([14 * 600 - 2, 2]);
    const [first] = many.rules;
    // Asked of the table with the filter that the rule is.
    const where = first.features
      .map((name) =>
        first.region[name]
          .map((part) =>
            typeof part === 'string'
              ? `"${name}" = '${part}'`
              : `("${name}" >= ${part.from ?? -1e9} AND "${name}" < ${part.below ?? 1e9})`,
          )
          .join(' OR '),
      )
      .map((text) => `(${text})`)
      .join(' AND ');
    const some = await ask('many.csv', '--where', where, '--rules', '0');
    expect(some.classes).toEqual({ [first.class]: first.rows });
  });
});
