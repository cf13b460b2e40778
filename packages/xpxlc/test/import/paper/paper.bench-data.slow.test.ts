// Do the files of the paper's authors read as what they are? All 27 sets of the conformance corpus, which lies outside
// the repository: without it everything here is skipped.
import { readFileSync } from 'node:fs';
import {
  type Classifier,
  check,
  enumerate,
  explainBlock,
  type LinearModel,
  predict,
  reduce,
  smallest,
  weigh,
} from '@xpxlc/core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  corpusPath,
  type Dataset,
  hasCorpus,
  instanceOf,
  type RecordedRun,
  readDataset,
  readIndex,
  readRuns,
} from '../../../../core/test/bench-data/corpus.ts';
import { readCnbc, writeCnbc } from '../../../src/import/paper/cnbc.ts';
import { cnbcToXlc } from '../../../src/import/paper/cnbc-to-xlc.ts';
import { detectPaperFormat } from '../../../src/import/paper/detect.ts';
import { readInst, writeInst } from '../../../src/import/paper/inst.ts';
import type { Names } from '../../../src/import/paper/names.ts';
import { readXlc, writeXlc } from '../../../src/import/paper/xlc.ts';
import { readXmap, writeXmap } from '../../../src/import/paper/xmap.ts';
import { readXxpl, writeXxpl } from '../../../src/import/paper/xxpl.ts';

if (!hasCorpus) {
  console.warn(`skipped: there is no conformance corpus at ${corpusPath}`);
  it.skip(`skipped: there is no conformance corpus at ${corpusPath}`);
}

const text = (path: string): string => readFileSync(`${corpusPath}${path}`, 'utf8');

describe.each(readIndex())('$dataset', ({ dataset }) => {
  let data: Dataset;
  let names: Names;
  let model: LinearModel;
  let classifier: Classifier;
  let runs: RecordedRun[];
  const xlc = (): string => text(`${dataset}/model.xlc`);
  const cnbc = (): string => text(`${dataset}/model.cnbc`);

  beforeAll(() => {
    data = readDataset(dataset);
    names = readXmap(text(`${dataset}/model.xmap`));
    model = readXlc(xlc(), { names });
    classifier = reduce(model);
    runs = readRuns(dataset);
  });

  it('has each of its files recognised', () => {
    expect(
      ['xlc', 'cnbc', 'xmap'].map((format) => detectPaperFormat(text(`${dataset}/model.${format}`))),
    ).toEqual(['xlc', 'cnbc', 'xmap']);
  });

  it('has an XLC, a CNBC and an XMAP file that agree', () => {
    const bayes = readCnbc(cnbc(), { names });
    expect(bayes.features).toEqual(model.features);
    expect(bayes.classes).toEqual(model.classes);
    expect(bayes.tieOrder).toEqual(model.tieOrder);
    expect(model.features.map(({ name }) => name)).toEqual(names.features.map(({ name }) => name));
  });

  it('has its numbers read as they are', () => {
    expect(model.intercept).toEqual([-data.model.w0]);
    expect(model.weights).toEqual([data.model.cats.map((row) => row.map((w) => -w + 0))]);
    expect(readCnbc(cnbc()).likelihood).toEqual(data.naiveBayes.tables);
  });

  it('comes back unchanged when written and read', () => {
    expect(readXlc(writeXlc(model), { names: readXmap(writeXmap(model)) })).toEqual(model);
    expect(readXmap(writeXmap(names))).toEqual(names);
    const bayes = readCnbc(cnbc(), { names });
    expect(readCnbc(writeCnbc(bayes), { names })).toEqual(bayes);
  });

  it('has a linear form that is that of its probabilities, but for the last digits', () => {
    const [translated] = readXlc(cnbcToXlc(cnbc())).weights.map((row) => row.flat());
    const [distributed] = model.weights.map((row) => row.flat());
    const size = Math.max(...distributed.map(Math.abs), 1);
    translated.forEach((w, i) => {
      expect(Math.abs(w - distributed[i])).toBeLessThanOrEqual(1e-12 * size);
    });
  });

  it('has every instance predicted as recorded in the corpus', () => {
    const { classes, sizes } = explainBlock(classifier, data);
    expect(data.summaries).toHaveLength(data.rows);
    for (const { row, cls, smallest: size } of data.summaries) {
      expect([row, classes[row], sizes[row]]).toEqual([row, cls, size]);
    }
  });

  it('has golden answers: class, value and size of a smallest explanation', () => {
    for (const golden of data.golden) {
      const instance = instanceOf(data, golden.row);
      const { classIndex: index, margin } = predict(classifier, instance);
      expect([golden.row, index, margin]).toEqual([golden.row, golden.cls, Number(golden.margin)]);
      expect(smallest(weigh(classifier, instance))).toHaveLength(golden.smallest);
    }
  });

  it('has instances that are all recorded with the class that is predicted', () => {
    const { classes } = explainBlock(classifier, data);
    expect(classes.filter((k, r) => k === data.recordedClass[r])).toHaveLength(data.rows);
  });

  it('has instances that are read back as written', () => {
    for (const { row, recorded_class } of data.golden) {
      const instance = { values: instanceOf(data, row), class: recorded_class };
      expect(readInst(writeInst(instance, { of: model }), { of: model })).toEqual(instance);
    }
  });

  it('has printed explanations that are read and are explanations', () => {
    for (const { row, args, stdout } of runs.filter((run) => run.args.includes('-w'))) {
      const instance = instanceOf(data, row);
      const problem = weigh(classifier, instance);
      const explanations = readXxpl(stdout, names);
      expect(explanations).toHaveLength(stdout.split('\n').filter((line) => line.startsWith('Expl')).length);
      for (const { features, literals } of explanations) {
        expect(
          literals.every(({ feature, value }) => value === undefined || value === instance[feature]),
        ).toBe(true);
        expect(check(problem, features)).toMatchObject({ holds: true, minimal: true });
      }
      if (!args.includes('-n')) expect(explanations).toHaveLength([...enumerate(problem)].length);
    }
  });

  it('has explanations to check that get the verdict of the original program', () => {
    for (const { row, exit, stdout, xpl = '' } of runs.filter((run) => run.args.includes('-c'))) {
      const problem = weigh(classifier, instanceOf(data, row));
      if (exit !== 0) {
        // Made by cutting at blanks within names: the original can read none of the lines, we can read the whole ones.
        expect(() => readXxpl(xpl, names)).toThrow('not a literal of this model');
        const whole = readXxpl(xpl.split('\n')[0], names);
        expect(whole.map(({ features }) => check(problem, features).minimal)).toEqual([true]);
        continue;
      }
      const verdicts = readXxpl(xpl, names).map(({ features }) => check(problem, features));
      expect(
        verdicts.map(({ holds, minimal }) => (minimal ? 'Confirmed' : holds ? 'Redundant' : 'NOT')),
      ).toEqual(
        stdout
          .trim()
          .split('\n')
          .map((line) => line.split('=>    ')[1].split(' ')[0]),
      );
    }
  });

  it('has printed explanations that are written byte for byte', () => {
    for (const { row, args, stdout } of runs.filter((run) => run.args.includes('-w'))) {
      const instance = instanceOf(data, row);
      const printed = stdout.split('\n').filter((line) => line.startsWith('Expl'));
      const sets = readXxpl(stdout, names).map(({ features }) =>
        features.map((feature) => ({ feature, value: instance[feature] })),
      );
      expect(writeXxpl(names, sets, { verbose: args.includes('-v') })).toBe(
        printed.map((line) => `${line}\n`).join(''),
      );
    }
  });
});
