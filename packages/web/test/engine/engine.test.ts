// What the page shows of a case is what the oracle says of it.

import { type Model, reduce, type Value, weigh } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeModelFile } from 'xpxlc';
import { anyCase } from '../../../core/test/arbitraries.ts';
import { manyRivals } from '../../../core/test/problems.ts';
import { roundsUntil, runs } from '../../../core/test/property.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { Case, Question, Questions } from '../../src/engine/messages.ts';

const never = (): void => undefined;

async function ask<Q extends Question>(
  engine: Engine,
  question: Q,
  asked: Questions[Q]['ask'],
): Promise<Questions[Q]['answer']> {
  return engine.answer(question, asked, never);
}

async function opened(model: Model): Promise<Engine> {
  const engine = new Engine();
  await ask(engine, 'useModel', { model });
  return engine;
}

/** The values of an encoded instance as the page has them. */
function caseOf({ features }: Model, values: ArrayLike<number>): Case {
  return features.map((feature, i): Value => {
    if (feature.kind === 'categorical') return feature.values[values[i]];
    return Number.isNaN(values[i]) ? null : values[i];
  });
}

describe('one case', () => {
  it('has the class, a smallest explanation and contrasts that the oracle confirms', async () => {
    let [contrastsSeen, wholeSeen, provedSeen] = [0, 0, 0];
    for (const round of roundsUntil(60, () => Math.min(contrastsSeen, wholeSeen, provedSeen) > 0))
      await fc.assert(
        fc.asyncProperty(anyCase({ maxFeatures: 6, within: 'never' }), fc.nat(), async (c, seed) => {
          const { model } = c;
          const engine = await opened(model);
          const values = caseOf(model, c.instance);
          const ticked = c.oracle.all.filter((i) => (seed >> i) & 1);
          const { decision, reason, contrasts, complete, heldAnswer } = await ask(engine, 'answer', {
            values,
            movable: {},
            held: ticked,
          });
          expect(decision.class).toBe(model.classes[c.oracle.class]);
          const sizes = c.oracle.axps().map((set) => set.length);
          expect(c.oracle.sufficient(reason.features)).toBe(true);
          if (reason.atLeast === undefined) expect(reason.features.length).toBe(Math.min(...sizes));
          else expect(Math.min(...sizes)).toBeGreaterThanOrEqual(reason.atLeast);
          provedSeen += Number(reason.atLeast === undefined);
          expect(reason.literals.length).toBe(reason.features.length);
          // All contrasts where they are few, the smallest otherwise, as far as there was time; every changed case has the class that is told.
          const all = c.oracle.cxps();
          if (complete) expect(contrasts.length).toBe(all.length);
          else expect(contrasts.length).toBeLessThanOrEqual(Math.min(8, all.length));
          wholeSeen += Number(complete);
          for (const contrast of contrasts) {
            contrastsSeen += 1;
            expect(all).toContainEqual([...contrast.features]);
            if (contrast.values !== undefined)
              expect(weigh(reduce(model, { neverWins: 'allow' }), contrast.values).class).toBe(
                contrast.class,
              );
          }
          if (ticked.length > 0) {
            expect(heldAnswer?.holds).toBe(c.oracle.sufficient(ticked));
            if (heldAnswer?.counterexample !== undefined) {
              const { values: other, class: name } = heldAnswer.counterexample;
              expect(weigh(reduce(model, { neverWins: 'allow' }), other).class).toBe(name);
              expect(name).not.toBe(decision.class);
              for (const i of ticked) expect(other[i]).toEqual(values[i]);
            }
          }
        }),
        round,
      );
  });

  it('says so where there was no time to prove that no explanation is smaller', async () => {
    const { classifier, values } = manyRivals(200, 20);
    const engine = await opened(classifier.model);
    const asked = { values: caseOf(classifier.model, values), movable: {}, held: [] };
    const { reason } = await ask(engine, 'answer', asked);
    expect(reason.atLeast).toBeGreaterThan(0);
    expect(reason.atLeast).toBeLessThan(reason.features.length);
  });

  it('has the number of explanations, their list page by page, and the roles of features', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase({ maxFeatures: 6, within: 'never' }), async (c) => {
        const { model } = c;
        const engine = await opened(model);
        const values = caseOf(model, c.instance);
        const all = c.oracle.axps();
        const { count } = await ask(engine, 'count', { values });
        expect(count).toBe(String(all.length));
        const listed: (readonly number[])[] = [];
        for (let from = 0; ; from += 2) {
          const page = await ask(engine, 'list', { values, from, most: 2 });
          listed.push(...page.explanations.map(({ features }) => features));
          if (page.complete) break;
        }
        expect(listed.map((set) => set.length)).toEqual(all.map((set) => set.length).sort((a, b) => a - b));
        expect(new Set(listed.map(String))).toEqual(new Set(all.map(String)));
        const { rows } = await ask(engine, 'features', { values });
        for (const { feature, role, frequency } of rows) {
          const times = all.filter((set) => set.includes(feature)).length;
          expect(role).toBe(times === all.length ? 'necessary' : times > 0 ? 'relevant' : 'irrelevant');
          expect(frequency).toBeCloseTo(times / all.length, 12);
        }
        // A page that was shown before is the same again.
        const again = await ask(engine, 'list', { values, from: 0, most: 2 });
        expect(again.explanations.map(({ features }) => features)).toEqual(listed.slice(0, 2));
      }),
      runs(60),
    );
  });

  it('respects what cannot change, and says what it takes as given', async () => {
    const engine = await opened(LOANS);
    const question = { values: [40, 'rent'], held: [] };
    const free = await ask(engine, 'answer', { ...question, movable: {} });
    const fixed = await ask(engine, 'answer', { ...question, movable: { home: 'fixed' } });
    expect(free.contrasts.map(({ features }) => features)).toEqual([[0], [1]]);
    expect(fixed.contrasts.map(({ features }) => features)).toEqual([[0]]);
    expect(fixed.given).toEqual(['home = rent']);
    const stuck = await ask(engine, 'answer', { ...question, movable: { home: 'fixed', age: 'down' } });
    expect(stuck.contrasts).toEqual([]);
    expect(stuck.none).toBe('Nothing that may change can change the decision.');
    expect(stuck.reason).toEqual(free.reason);
  });

  it('tells what is wrong with a value, with the code of the core', async () => {
    const engine = await opened(LOANS);
    await expect(
      ask(engine, 'answer', { values: [400, 'rent'], movable: {}, held: [] }),
    ).rejects.toMatchObject({ code: 'out-of-bounds' });
  });
});

const LOANS: Model = {
  kind: 'linear',
  classes: ['refuse', 'grant'],
  tieOrder: ['refuse', 'grant'],
  features: [
    { kind: 'integer', name: 'age', lower: 18, upper: 99 },
    { kind: 'categorical', name: 'home', values: ['rent', 'own'] },
  ],
  weights: [[1, [0, 20]]],
  intercept: [-50],
};

const TABLE = 'id,age,home\na,40,rent\nb,60,own\nc,400,rent\nd,55,rent\n';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a table', () => {
  async function withTable(): Promise<Engine> {
    const engine = new Engine();
    const text = writeModelFile(LOANS);
    await ask(engine, 'openModel', { file: { name: 'loans.json', bytes: bytes(text) } });
    await ask(engine, 'openTable', { file: { name: 'loans.csv', bytes: bytes(TABLE) } });
    return engine;
  }
  const everything = { text: '', classes: [], onlyProblems: false, ranges: {}, values: {} };

  it('lists rows with their answers; a bad row has its problem in its place', async () => {
    const engine = await withTable();
    expect(await ask(engine, 'rows', { query: everything })).toEqual({ found: 4 });
    const rows = await ask(engine, 'window', { from: 0, to: 10 });
    expect(rows.map(({ row, class: name, size }) => [row, name, size])).toEqual([
      [0, 'refuse', 2],
      [1, 'grant', 1],
      [2, undefined, undefined],
      [3, 'grant', 1],
    ]);
    expect(rows[2].problem).toContain('400');
    expect(await ask(engine, 'caseOf', { row: 2 })).toEqual({
      values: [400, 'rent'],
      problem: "line 4, feature 'age': out of bounds; expected 18 to 99, got 400",
    });
    for (const row of [-1, 4, 1.5])
      await expect(ask(engine, 'caseOf', { row })).rejects.toMatchObject({ code: 'bad-row' });
    expect(await ask(engine, 'caseOf', { row: 1 })).toEqual({ values: [60, 'own'] });
  });

  it('is sorted and filtered by columns and answers', async () => {
    const engine = await withTable();
    const listed = async (query: Partial<Questions['rows']['ask']['query']>): Promise<number[]> => {
      await ask(engine, 'rows', { query: { ...everything, ...query } });
      return (await ask(engine, 'window', { from: 0, to: 10 })).map(({ row }) => row);
    };
    expect(await listed({ sort: { column: 'age', descending: true } })).toEqual([2, 1, 3, 0]);
    expect(await listed({ sort: { column: '@margin', descending: false } })).toEqual([3, 0, 1, 2]);
    expect(await listed({ classes: [1] })).toEqual([1, 3]);
    expect(await listed({ ranges: { age: { from: 50, to: 60 } } })).toEqual([1, 3]);
    expect(await listed({ values: { home: ['own'] } })).toEqual([1]);
    expect(await listed({ onlyProblems: true })).toEqual([2]);
    expect(await listed({ text: 'D' })).toEqual([3]);
  });

  it('has an overview whose counts are those of its rows', async () => {
    const engine = await withTable();
    const answer = await ask(engine, 'population', { protected: ['home'] });
    expect([answer.rows, answer.failed]).toEqual([3, 1]);
    expect(answer.classes).toEqual([
      { class: 'refuse', rows: 1 },
      { class: 'grant', rows: 2 },
    ]);
    // Only row a needs to rent; b owns a home, but its age alone is enough.
    expect(answer.audit).toEqual({ all: 1, some: 0, none: 2, features: ['home'] });
    expect(answer.ruleTexts[0].rule).toBe('IF age ≥ 51 THEN grant');
  });

  it('that does not go with the model says so, and its rows can be looked at', async () => {
    const engine = await withTable();
    const info = await ask(engine, 'openTable', { file: { name: 'x.csv', bytes: bytes('a,b\n1,2\n') } });
    expect(info.mismatch?.code).toBe('unknown-column');
    const [row] = await ask(engine, 'window', { from: 0, to: 1 });
    expect([row.cells, row.problem]).toEqual([['1', '2'], 'no answer']);
  });
});
