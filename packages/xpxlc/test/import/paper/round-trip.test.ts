// What is written reads back as it was: names in any script, doubles of any size, models of any kind that fits.

import { FormatError, linearModel, predict, reduce } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCase, neighbours } from '../../../../core/test/arbitraries.ts';
import { holds, law, until } from '../../../../core/test/property.ts';
import {
  cnbcToXlc,
  detectPaperFormat,
  type Names,
  paperOrder,
  readBlc,
  readBounds,
  readCnbc,
  readInst,
  readXlc,
  readXmap,
  readXxpl,
  renderLiteral,
  writeBlc,
  writeBounds,
  writeCnbc,
  writeInst,
  writeXlc,
  writeXmap,
  writeXxpl,
} from '../../../src/import/paper/index.ts';
import { anyBayes, anyDouble, anyLinear, anyNames } from './arbitraries.ts';

describe('names', () => {
  law('come back from an XMAP file as they were', 500, anyNames(), (names) => {
    expect(readXmap(writeXmap(names))).toEqual(names);
  });

  law('come back with CR LF, a byte order mark, tabs and blanks around them', 200, anyNames(), (names) => {
    const text = writeXmap(names)
      .replaceAll(/^(\d+) (?=\S)/gm, '\t$1 \t ')
      .replaceAll('\n', ' \r\n');
    expect(readXmap(`\ufeff${text}\r\n\r\n`)).toEqual(names);
  });

  it('may be empty or repeated among the categories, and are then told apart in a model', () => {
    const label = fc.constantFrom('', '(empty)', 'a', 'a (2)', '(empty) (2)');
    holds(200, fc.array(label, { minLength: 1, maxLength: 6 }), (values) => {
      const names: Names = { classes: ['p', 'q'], features: [{ name: 'x', values }] };
      const read = readXmap(writeXmap(names), { repeats: 'keep' });
      expect(read).toEqual(names);
      const text = `1\n0\n0\n1\n${values.length} ${values.map(() => 0).join(' ')}\n`;
      const [feature] = readXlc(text, { names: read }).features;
      const used = feature.kind === 'categorical' ? feature.values : [];
      expect(new Set(used).size).toBe(values.length);
      expect(
        used.every((name, v) => name === values[v] || values.indexOf(values[v]) < v || values[v] === ''),
      ).toBe(true);
    });
  });
});

describe('linear models', () => {
  law('come back from XLC, XMAP and bounds as they were', 500, anyLinear, (model) => {
    const read = readXlc(writeXlc(model), {
      names: readXmap(writeXmap(model)),
      bounds: readBounds(writeBounds(model)),
    });
    expect(read).toEqual(model);
  });

  law('are written without exponents where the original program refuses them', 200, anyLinear, (model) => {
    const lines = writeXlc(model).split('\n');
    const reals = Number(lines[2]);
    for (const line of [lines[1], ...lines.slice(3, 3 + reals)]) expect(line).toMatch(/^-?\d+\.?\d*$/);
  });

  it('of any kind decide as before once written, or are refused for a reason', () => {
    const outcomes = new Map<string, number>();
    until(() => ['needs-rounding', 'not-representable', 'written'].every((one) => outcomes.has(one))).holds(
      1000,
      anyCase({ classes: 2 }).chain((original) =>
        fc.record({
          original: fc.constant(original),
          others: fc.array(neighbours(original), { minLength: 1, maxLength: 8 }),
        }),
      ),
      ({ original: { model, instance, classifier }, others }) => {
        const firstClass = model.tieOrder[1];
        const note = (what: string): unknown => outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
        let text: string;
        try {
          text = writeXlc(model, { firstClass });
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
          note((error as FormatError).code);
          expect(['not-representable', 'needs-rounding', 'number-too-large']).toContain(
            (error as FormatError).code,
          );
          return;
        }
        note('written');
        const read = reduce(
          readXlc(text, {
            names: readXmap(writeXmap(model, { firstClass })),
            bounds: readBounds(writeBounds(model)),
          }),
          { neverWins: 'allow' },
        );
        const order = paperOrder(model);
        for (const values of [instance, ...others]) {
          const before = predict(classifier, values);
          const after = predict(
            read,
            order.map((i) => values[i]),
          );
          expect([after.class, after.exactMargin, after.tie]).toEqual([
            before.class,
            before.exactMargin,
            before.tie,
          ]);
        }
      },
    );
  });

  it('over Booleans come back from BLC as they were', () => {
    holds(300, anyDouble, fc.array(anyDouble, { maxLength: 6 }), (w0, weights) => {
      const model = linearModel({
        classes: ['0', '1'],
        tieOrder: ['1', '0'],
        features: weights.map((_, i) => ({ name: `v${i}`, values: ['0', '1'] })),
        weights: weights.map((w) => [0, w]),
        intercept: w0,
      });
      expect(readBlc(writeBlc(model))).toEqual(model);
    });
  });
});

describe('naive Bayes models', () => {
  law('come back from CNBC and XMAP as they were', 500, anyBayes, (model) => {
    expect(readCnbc(writeCnbc(model), { names: readXmap(writeXmap(model)) })).toEqual(model);
  });

  it('have a linear form with the same scores but for rounding', () => {
    holds(
      300,
      anyBayes.filter((model) => model.classes.length === 2),
      fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
      (model, picks) => {
        const linear = reduce(readXlc(cnbcToXlc(model)), { neverWins: 'allow' });
        const instance = model.features.map((f, i) =>
          f.kind === 'categorical' ? picks[i] % f.values.length : 0,
        );
        const before = predict(reduce(model, { neverWins: 'allow' }), instance);
        const after = predict(linear, instance);
        const scale = Math.max(...before.scores.map(Math.abs), 1);
        if (before.margin > 1e-9 * scale) expect(after.classIndex).toBe(before.classIndex);
        expect(Math.abs(after.margin - before.margin)).toBeLessThanOrEqual(1e-9 * scale);
      },
    );
  });
});

describe('instances', () => {
  it('come back as they were, with the values in the order of the model', () => {
    holds(
      300,
      anyNames().chain((names) =>
        fc.record({
          names: fc
            .shuffledSubarray([...names.features], { minLength: names.features.length })
            .map((features) => ({ ...names, features })),
          numbers: fc.array(anyDouble, { minLength: 5, maxLength: 5 }),
          label: fc.option(fc.nat(names.classes.length - 1), { nil: undefined }),
        }),
      ),
      ({ names, numbers, label }) => {
        const values = names.features.map(({ values: labels }, i) =>
          labels === undefined ? numbers[i] : Math.floor(Math.abs(numbers[i]) % labels.length),
        );
        const instance = label === undefined ? { values } : { values, class: label };
        expect(readInst(writeInst(instance, { of: names }), { of: names })).toEqual(instance);
        const reals = names.features.filter((feature) => feature.values === undefined).length;
        const inFile = paperOrder(names).map((i) => values[i]);
        expect(readInst(writeInst(instance, { of: names }), { reals }).values).toEqual(inFile);
      },
    );
  });
});

describe('explanations', () => {
  const explained = anyNames().chain((names) =>
    fc.record({
      names: fc.constant(names),
      sets: fc.array(
        fc.subarray(names.features.map((_, i) => i)).chain((features) =>
          fc.tuple(
            ...features.map((feature) => {
              const { values } = names.features[feature];
              return values === undefined
                ? fc.record({
                    feature: fc.constant(feature),
                    value: anyDouble,
                    relation: fc.constantFrom('=', '<', '<=', '>', '>='),
                  })
                : fc.record({ feature: fc.constant(feature), value: fc.nat(values.length - 1) });
            }),
          ),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  );

  it('come back as they were, or are said to be ambiguous or to name a feature twice', () => {
    let read = 0;
    until(() => read > 50).holds(1000, explained, fc.boolean(), ({ names, sets }, verbose) => {
      const text = writeXxpl(names, sets, { verbose });
      if (sets.length > 0) expect(detectPaperFormat(text)).toBe('xxpl');
      // Two literals of a model that print alike, or one that prints as two others, cannot be told apart.
      const printed = names.features.flatMap(({ values }, feature) =>
        (values ?? []).map((_, value) => renderLiteral(names, feature, value)),
      );
      const clear =
        new Set(printed).size === printed.length &&
        !printed.some((literal) =>
          printed.some((other) => other !== literal && ` ${literal} `.includes(` ${other} `)),
        );
      const numeric = names.features.some(({ values }) => values === undefined);
      try {
        const found = readXxpl(text, names);
        if (!clear || numeric) return;
        read += 1;
        expect(found.map(({ line }) => line)).toEqual(sets.map((_, i) => i + 1));
        expect(found.map(({ features }) => features)).toEqual(
          sets.map((set) => set.map(({ feature }) => feature)),
        );
        found.forEach(({ literals }, s) => {
          for (const { feature, value } of literals)
            expect(value).toBe(sets[s].find((literal) => literal.feature === feature)?.value);
        });
      } catch (error) {
        if (clear && !numeric) throw error;
        expect(error).toBeInstanceOf(FormatError);
      }
    });
  });

  it('of numbers and categories with plain names come back with relations and values', () => {
    const plain: Names = {
      classes: [],
      features: [
        { name: 'body weight' },
        { name: 'age' },
        { name: 'job', values: ['clerk', 'day labourer'] },
      ],
    };
    const relation = fc.constantFrom('=', '<', '<=', '>', '>=');
    const number = (feature: number) =>
      fc.record({ feature: fc.constant(feature), value: anyDouble, relation });
    const job = fc.record({ feature: fc.constant(2), value: fc.nat(1), relation: fc.constant('=' as const) });
    holds(300, fc.tuple(number(0), number(1), job), fc.integer({ min: 0, max: 7 }), (all, mask) => {
      const set = all.filter((_, i) => (mask >> i) % 2 === 1);
      const [{ literals, features }] = readXxpl(writeXxpl(plain, [set]), plain);
      expect(features).toEqual(set.map(({ feature }) => feature));
      expect(
        literals.map(({ text: _, ...literal }) => literal).sort((a, b) => a.feature - b.feature),
      ).toEqual(set);
    });
  });
});
