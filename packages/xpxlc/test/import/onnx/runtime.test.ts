// The same files in onnxruntime-web, on fresh random rows and on rows made to lie at a tie, where only float32 noise decides.
import type { LinearModel } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { bytesOf, compare, modelOf, type Row, recorded, tables } from './fixtures.ts';
import { classesOf, open } from './runtime.ts';

const NOISE = 2 ** -22;
const JOBS = ['clerk', 'nurse', 'self-employed', 'unemployed', 'études'];
const HOMES = ['own', 'rent', 'with family'];
/** Numbers from 0 to 1 that are the same in every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomRow(random: () => number): Row {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  return {
    age: String(18 + Math.floor(random() * 62)),
    income: String(random() * 150),
    job: pick(JOBS),
    home: pick(HOMES),
    late: String(Math.floor(random() * 5)),
  };
}

/** The income at which a row is at a tie, where the model has incomes: half of these rows are decided by noise alone. */
function atTie(model: LinearModel, row: Row): Row | undefined {
  const at = model.features.findIndex(({ name }) => name === 'income');
  if (at < 0) return undefined;
  const score = (income: number, r: number): number =>
    model.weights[r].reduce<number>((sum, weight, i) => {
      const feature = model.features[i];
      const cell = row[feature.name] ?? '';
      if (i === at) return sum + Number(weight) * income;
      if (feature.kind !== 'categorical') return sum + Number(weight) * Number(cell);
      return sum + (weight as readonly number[])[feature.values.indexOf(cell)];
    }, model.intercept[r]);
  const lead = (income: number): number =>
    model.weights.length === 1 ? score(income, 0) : score(income, 1) - score(income, 0);
  const slope = lead(1) - lead(0);
  const income = Math.fround(-lead(0) / slope);
  return Number.isFinite(income) ? { ...row, income: String(income) } : undefined;
}

describe('onnxruntime-web', () => {
  const random = generator(7);
  const total = { random: 0, randomDiffering: 0, tied: 0, tiedDiffering: 0, worst: 0 };
  for (const [name, spec] of Object.entries(recorded)) {
    it(`agrees with ${name}`, async () => {
      const session = await open(bytesOf(name));
      const model = modelOf(name);
      const rows = Array.from({ length: 2000 }, () => randomRow(random));
      const found = compare(model, rows, await classesOf(session, spec, rows));
      total.random += found.rows;
      total.randomDiffering += found.differing;
      expect(found.worst, JSON.stringify(found)).toBeLessThan(NOISE);

      const tied = rows.slice(0, 300).flatMap((row) => {
        const moved = atTie(model, row);
        return moved === undefined ? [] : [moved];
      });
      if (tied.length === 0) return;
      const close = compare(model, tied, await classesOf(session, spec, tied));
      total.tied += close.rows;
      total.tiedDiffering += close.differing;
      total.worst = Math.max(total.worst, found.worst, close.worst);
      expect(close.worst, JSON.stringify(close)).toBeLessThan(NOISE);
      await session.release();
    });
  }

  it('differs in rows at a tie only', () => {
    console.log(
      `onnxruntime-web: ${total.randomDiffering} of ${total.random} random rows differ, ` +
        `${total.tiedDiffering} of ${total.tied} rows at a tie, by at most 2^${Math.log2(total.worst).toFixed(1)} of what is added up`,
    );
    expect(total.random).toBeGreaterThan(60_000);
    expect(total.randomDiffering / total.random).toBeLessThan(0.001);
    // Otherwise this test could not see a difference if there was one.
    expect(total.tiedDiffering).toBeGreaterThan(100);
  });

  it('reads the same rows as the recorded predictions', async () => {
    const { columns, rows, classes } = recorded['logistic-binary-standard'];
    const session = await open(bytesOf('logistic-binary-standard'));
    const found = await classesOf(session, { input: 'tensor', columns, classes, rows }, tables.rows);
    expect(found.map((label) => classes.indexOf(label)).join('')).toBe(rows);
  });
});
