// Whole tables: every row gets the answer that its instance alone would get.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockChanges } from '../../src/block/block-changes.ts';
import { type BlockAnswer, ROW_STATUS } from '../../src/block/block-data.ts';
import { blockMargins } from '../../src/block/block-margins.ts';
import { enumerateBlock } from '../../src/block/enumerate-block.ts';
import { blockLists, explainBlock } from '../../src/block/explain-block.ts';
import { predictBlock } from '../../src/block/predict-block.ts';
import { relevanceBlock } from '../../src/block/relevance-block.ts';
import { tallyBlock } from '../../src/block/tally-block.ts';
import type { InstanceError } from '../../src/errors.ts';
import { encodeInstance } from '../../src/model/instance.ts';
import { counterfactual } from '../../src/query/counterfactual.ts';
import { enumerate } from '../../src/query/enumerate.ts';
import { necessary } from '../../src/query/necessary.ts';
import { predict } from '../../src/query/predict.ts';
import { smallest } from '../../src/query/smallest.ts';
import { listMask } from '../../src/search/feature-set.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { coarsen, toSides } from '../../src/weigh/sides.ts';
import { anyCase, type Case, neighbours } from '../arbitraries.ts';
import { weigh } from '../engine.ts';
import { atLeast, holds, until } from '../property.ts';

export function blockLaws(times = 200): void {
  describe('a block of rows', () => {
    for (const classes of [2, 3] as const) {
      it(`gets, row by row, the class and explanation of the instance alone: ${classes} classes`, () => {
        holds(times, withRows(anyCase({ maxFeatures: 6, classes })), ([c, rows]) => {
          const answer = explainBlock(c.classifier, toBlock(c, rows));
          rows.forEach((row, r) => {
            const problem = weigh(c.classifier, row);
            expect(answer.status[r]).toBe(ROW_STATUS.ok);
            expect(answer.classes[r]).toBe(problem.classIndex);
            expect(setOf(answer, r)).toEqual(smallest(problem));
            expect(answer.sizes[r]).toBe(setOf(answer, r).length);
          });
        });
      });
    }

    for (const classes of [2, 3] as const) {
      it(`is asked within what may move as each instance alone, and rows outside are flagged: ${classes} classes`, () => {
        let outside = 0;
        const options = { maxFeatures: 6, classes, within: 'always' } as const;
        const cases = fc.oneof(anyCase(options), anyCase({ ...options, choices: true }));
        const narrowed = cases.chain((c) =>
          fc.tuple(fc.constant(c), fc.array(neighbours(c, c.model.features), { minLength: 1, maxLength: 6 })),
        );
        const kinds = fc.constantFrom('axp' as const, 'cxp' as const);
        until(() => outside > atLeast(times / 10)).holds(
          times,
          narrowed,
          kinds,
          fc.constantFrom(51, 51, 12, 5, 3),
          ([c, rows], kind, bits) => {
            const { classifier, within } = c;
            // Where much is in doubt, much is asked again.
            if (toSides(classifier) !== null) coarsen(classifier, bits);
            const block = toBlock(c, rows);
            const answer = explainBlock(classifier, block, { kind, within });
            const sets = enumerateBlock(classifier, block, { kind, within });
            const tallies = tallyBlock(classifier, block, { kind, within });
            const matters = relevanceBlock(classifier, block, { within });
            const changes = blockChanges(classifier, block, answer, { within });
            rows.forEach((row, r) => {
              const problem = weighed(c, row);
              if (typeof problem === 'string') {
                outside += 1;
                expect(problem).toBe(c.classifier.features[answer.badFeature[r]].name);
                for (const { status } of [answer, sets, tallies, matters])
                  expect(status[r]).toBe(ROW_STATUS.outsideWithin);
                expect([answer.sizes[r], tallies.counts[r], ...setOf(answer, r)]).toEqual([0, 0]);
                return;
              }
              expect([answer.classes[r], setOf(answer, r)]).toEqual([
                problem.classIndex,
                smallest(problem, { kind }) ?? [],
              ]);
              const all = Array.from(enumerate(problem, { kind }), ({ features }) => features);
              const listed = Array.from({ length: sets.offsets[r + 1] - sets.offsets[r] }, (_, s) =>
                listMask(sets.masks, (sets.offsets[r] + s) * sets.words, sets.words),
              );
              expect(listed).toEqual(all);
              expect(tallies.counts[r]).toBe(all.length);
              expect(listMask(matters.necessary, r * matters.words, matters.words)).toEqual(
                necessary(problem),
              );
              if (kind === 'axp') return;
              const set = setOf(answer, r);
              const changed = set.length === 0 ? undefined : counterfactual(problem, set);
              const [from, to] = [changes.offsets[r], changes.offsets[r + 1]];
              expect([...changes.indices.subarray(from, to)]).toEqual(changed === undefined ? [] : set);
              const values = [...changes.values.subarray(from, to)].map((x, at) => {
                const feature = c.model.features[set[at]];
                return feature.kind === 'categorical' ? feature.values[x] : Number.isNaN(x) ? null : x;
              });
              expect(values).toEqual(
                changed === undefined ? [] : set.map((i) => changed.instance[c.model.features[i].name]),
              );
            });
          },
        );
      });
    }

    it('is predicted row by row as each instance alone: class, scores, margin, doubt', () => {
      holds(times, withRows(anyCase({ maxFeatures: 6 })), ([c, rows]) => {
        const block = toBlock(c, rows);
        const prediction = predictBlock(c.classifier, block);
        const lead = blockMargins(c.classifier, block, prediction);
        const { classes, scores, doubtful, status } = prediction;
        const k = c.classifier.classes.length;
        rows.forEach((row, r) => {
          const alone = predict(c.classifier, row);
          expect(status[r]).toBe(ROW_STATUS.ok);
          expect(classes[r]).toBe(alone.classIndex);
          expect(Array.from(scores.subarray(r * k, (r + 1) * k))).toEqual(alone.scores);
          expect(doubtful[r]).toBe(alone.doubtful ? 1 : 0);
          expect(lead.margins[r]).toBe(alone.margin);
          expect(lead.doubtful[r]).toBe(doubtful[r]);
        });
      });
    });

    it('marks bad rows with what is wrong first, and answers the others as ever', () => {
      const bad = fc.constantFrom(
        -1,
        0.5,
        99,
        1e300,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
      );
      holds(
        times,
        withRows(anyCase({ maxFeatures: 6 })),
        bad,
        fc.nat(),
        fc.nat(),
        ([c, rows], value, which, where) => {
          fc.pre(c.instance.length > 0);
          const spoilt = rows.map((row, r) =>
            r === which % rows.length ? row.with(where % row.length, value) : row,
          );
          const answer = explainBlock(c.classifier, toBlock(c, spoilt));
          const { status, badFeature, classes } = predictBlock(c.classifier, toBlock(c, spoilt));
          expect({ status, badFeature, classes }).toEqual({
            status: answer.status,
            badFeature: answer.badFeature,
            classes: answer.classes,
          });
          spoilt.forEach((row, r) => {
            const trouble = troubleWith(c, row);
            expect(answer.status[r]).toBe(trouble.status);
            if (trouble.status === ROW_STATUS.ok) {
              expect(setOf(answer, r)).toEqual(smallest(weigh(c.classifier, row)));
            } else {
              expect(answer.badFeature[r]).toBe(trouble.feature);
              expect([answer.classes[r], answer.sizes[r], ...setOf(answer, r)]).toEqual([0, 0]);
            }
          });
        },
      );
    });

    it('has lists that agree with its masks', () => {
      holds(times / 4, withRows(anyCase({ maxFeatures: 6 })), ([c, rows]) => {
        const answer = explainBlock(c.classifier, toBlock(c, rows));
        const { offsets, indices } = blockLists(answer);
        expect(offsets.length).toBe(rows.length + 1);
        rows.forEach((_, r) => {
          expect([...indices.subarray(offsets[r], offsets[r + 1])]).toEqual(setOf(answer, r));
        });
      });
    });
  });
}

/** A row with what may move; the feature that is outside of it, if one is. */
function weighed({ classifier, within }: Case, row: readonly number[]): Weighed | string {
  try {
    return weigh(classifier, row, { within });
  } catch (error) {
    const { code, place } = error as InstanceError;
    expect(code).toBe('outside-within');
    return /'(.*)'/.exec(place as string)?.[1] as string;
  }
}

/** A case with a few more instances of its model. */
function withRows(cases: fc.Arbitrary<Case>): fc.Arbitrary<[Case, number[][]]> {
  return cases.chain((c) =>
    fc.tuple(fc.constant(c), fc.array(neighbours(c, c.model.features), { minLength: 1, maxLength: 6 })),
  );
}

function toBlock(c: Case, rows: readonly (readonly number[])[]) {
  return { rows: rows.length, columns: c.instance.map((_, i) => Float64Array.from(rows, (row) => row[i])) };
}

function setOf({ masks, words }: BlockAnswer, r: number): number[] {
  return listMask(masks, r * words, words);
}

/** What the checks of a single instance say about a row: its first bad feature. */
function troubleWith({ classifier }: Case, row: readonly number[]): { status: number; feature: number } {
  const codes: { [code: string]: number } = {
    'unknown-category': ROW_STATUS.unknownCategory,
    'not-finite': ROW_STATUS.notFinite,
    'not-integer': ROW_STATUS.notInteger,
    'out-of-bounds': ROW_STATUS.outOfBounds,
  };
  for (const [feature, { name }] of classifier.features.entries()) {
    try {
      encodeInstance([classifier.features[feature]], { [name]: row[feature] });
    } catch (error) {
      return { status: codes[(error as InstanceError).code], feature };
    }
  }
  return { status: ROW_STATUS.ok, feature: 0 };
}
