// Every example opens without a complaint, at a row whose decision can be changed to what one might wish; and its files can be made again.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { counterfactual, predict, reduce, smallest, weigh } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { loadModel } from 'xpxlc/import';
import { examples } from '../../src/examples/index.ts';
import { answerRows, encode, instanceOf, readTable } from '../../src/table/index.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the examples', () => {
  it.each(examples)(
    '$id: the table goes with the model, and the first row is of interest',
    async (example) => {
      const { model, format } = await loadModel({ text: example.model.text });
      expect(format).toBe('xpxlc-model');
      const classifier = reduce(model);
      const table = await readTable(utf8(example.table.text), example.table.name);
      const encoded = encode(table, classifier);
      expect(encoded.problems).toEqual([]);
      const { classIndex, size } = await answerRows(classifier, encoded);
      // Each class occurs.
      expect(new Set(classIndex).size).toBe(classifier.classes.length);
      const instance = instanceOf(table, encoded, example.row);
      expect(size[example.row]).toBeGreaterThan(1);
      expect(size[example.row]).toBeLessThanOrEqual(5);
      expect(classifier.classes).toContain(example.wanted);
      expect(predict(classifier, instance).class).not.toBe(example.wanted);
      const problem = weigh(classifier, instance);
      const changes = smallest(problem, { kind: 'cxp', target: example.wanted });
      expect(counterfactual(problem, changes ?? [], { target: example.wanted })?.class).toBe(example.wanted);
    },
  );

  it('tells of the refused applicant what is so', async () => {
    const loans = examples[0];
    const { model } = await loadModel({ text: loans.model.text });
    const classifier = reduce(model);
    const table = await readTable(utf8(loans.table.text), loans.table.name);
    const encoded = encode(table, classifier);
    const { standing } = await answerRows(classifier, encoded);
    expect(standing?.[loans.row]).toBe(40);
    const spam = examples[1];
    expect(spam.about).toContain(
      `${(await loadModel({ text: spam.model.text })).model.features.length} words`,
    );
  });

  it('are small, and have names of their own', () => {
    const bytes = examples.map(({ model, table }) => utf8(model.text).length + utf8(table.text).length);
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThan(150_000);
    expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length);
  });

  it('come out the same when they are made again', () => {
    const root = fileURLToPath(new URL('../../../..', import.meta.url));
    const folder = mkdtempSync(join(tmpdir(), 'xpxlc-examples-'));
    try {
      execFileSync(process.execPath, [join(root, 'tools/fixtures/examples.mjs'), folder]);
      const committed = join(root, 'fixtures/examples');
      const names = readdirSync(committed);
      expect(readdirSync(folder)).toEqual(names);
      for (const name of names)
        expect(
          readFileSync(join(folder, name), 'utf8') === readFileSync(join(committed, name), 'utf8'),
          name,
        ).toBe(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
