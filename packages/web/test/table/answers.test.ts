// What the page says of each row is what the program says: classes, margins, points, probabilities, sizes, and errors of bad rows.
import { readFileSync } from 'node:fs';
import { linearModel, type Model, predict, reduce, smallest, weigh } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { loadModel } from 'xpxlc/import';
import { folder, LOAN_TABLE, LOANS, repositoryFile, xpxlc } from '../../../xpxlc/test/cli/program.ts';
import { ANSWER, answerRows, encode, instanceOf, readTable } from '../../src/table/index.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

async function answered(model: Model, text: string, name = 'table.csv') {
  const classifier = reduce(model);
  const table = await readTable(utf8(text), name);
  const encoded = encode(table, classifier);
  return { classifier, table, encoded, answers: await answerRows(classifier, encoded) };
}

/** The program's records of all rows. */
async function records(command: string, model: string, table: string): Promise<Record<string, unknown>[]> {
  const cwd = folder({ 'table.csv': table });
  const { stdout } = await xpxlc([command, model, 'table.csv', '--format', 'ndjson'], { cwd });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const THREE = linearModel({
  classes: ['low', 'mid', 'high'],
  features: [
    { name: 'x', lower: -5, upper: 5 },
    { name: 'c', values: ['a', 'b'] },
  ],
  rows: [
    { weights: [-1, [0.5, 0]], intercept: 0 },
    { weights: [0.25, [0, 0.1]], intercept: 0.5 },
    { weights: [1, [0, 0]], intercept: -1 },
  ],
  link: 'softmax',
});

describe('answers of rows', () => {
  it('are those of the program, bad rows included', async () => {
    const sound = readFileSync(LOAN_TABLE, 'utf8').split('\n').slice(0, 60).join('\n');
    const text = `${sound}\n17,20,clerk,rent,0,grant\n40,30,clerk,castle,0,grant\n40,30,clerk\n40,,clerk,own,0,grant\n41.5,30,clerk,own,0,grant\n40,30,clerk,own,1.0,grant\n`;
    const { model } = await loadModel(LOANS);
    const { encoded, answers } = await answered(model, text);
    const predicted = await records('predict', LOANS, text);
    const explained = await records('explain', LOANS, text);
    expect(predicted.length).toBe(answers.rows);
    expect(encoded.problems.length).toBe(5);
    predicted.forEach((record, r) => {
      const problem = encoded.problems.find(({ row }) => row === r);
      if (problem !== undefined) {
        expect(answers.status[r]).toBe(ANSWER.bad);
        expect((record.error as { code: string }).code).toBe(problem.code);
        return;
      }
      expect(answers.status[r]).toBe(ANSWER.ok);
      expect([answers.classes[answers.classIndex[r]], answers.margin[r], answers.standing?.[r]]).toEqual([
        record.class,
        Number(record.margin),
        record.points,
      ]);
      expect(answers.size[r]).toBe((explained[r].explanations as { size: number }[])[0].size);
    });
  });

  it('are those of single questions, with probabilities of three classes', async () => {
    const text = `x,c\n${Array.from({ length: 300 }, (_, r) => `${((r * 37) % 101) / 10 - 5},${'ab'[r % 2]}`).join('\n')}\n`;
    const { classifier, table, encoded, answers } = await answered(THREE, text);
    expect(answers.standingKey).toBe('probability');
    expect(answers.done).toBe(300);
    for (let r = 0; r < answers.rows; r++) {
      const instance = instanceOf(table, encoded, r);
      const one = predict(classifier, instance);
      expect(answers.classIndex[r]).toBe(one.classIndex);
      expect(answers.margin[r]).toBe(one.margin);
      expect(answers.size[r]).toBe(smallest(weigh(classifier, instance)).length);
      expect(answers.standing?.[r]).toBe(one.probabilities?.[one.classIndex]);
    }
  });

  it('come in chunks, and stop when nobody wants them', async () => {
    const text = `x,c\n${'1,a\n'.repeat(3000)}`;
    const classifier = reduce(THREE);
    const encoded = encode(await readTable(utf8(text), 't.csv'), classifier);
    const done: number[] = [];
    const stop = new AbortController();
    const work = answerRows(classifier, encoded, {
      signal: stop.signal,
      onProgress: (answers) => {
        done.push(answers.done);
        if (done.length === 3) stop.abort();
      },
    });
    await expect(work).rejects.toThrow('abort');
    expect(done.length).toBe(3);
    expect(done[0]).toBeLessThan(3000);
  });
});

describe('a row as an instance', () => {
  it('has the names of categories, null for what is missing, and bad cells as they stand', async () => {
    const { model } = await loadModel({
      text: readFileSync(repositoryFile('packages/xpxlc/examples/loans.json'), 'utf8'),
    });
    const { table, encoded } = await answered(
      model,
      'age,income,home,late payments\n40,30.0,own,1e0\n40,,castle,x\n',
    );
    expect(instanceOf(table, encoded, 0)).toEqual([40, 30, 'own', 1]);
    expect(instanceOf(table, encoded, 1)).toEqual([40, null, 'castle', 'x']);
  });
});
