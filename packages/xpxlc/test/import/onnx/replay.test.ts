// Every contrast of fixtures/onnx, replayed in onnxruntime-web, gives the promised class or is marked. tools/replay does the same with the
// native onnxruntime. Numbers are float32 there: a promise must hold for the number that the program makes of a value.
import type { Instance } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { readOnnx } from '../../../src/import/onnx/index.ts';
import { type Case, contrastsOf } from '../../replay/contrasts.ts';
import { bytesOf, instanceOf, type Recorded, type Row, recorded, tables } from './fixtures.ts';
import { classesOf, open } from './runtime.ts';

const ROWS = 12;
const BOUNDS = [
  { name: 'age', lower: 18, upper: 80 },
  { name: 'income', lower: 0, upper: 200 },
  { name: 'late', lower: 0, upper: 9, integer: true },
];

async function replay(name: string, spec: Recorded): Promise<{ cases: readonly Case[]; given: string[] }> {
  const named = spec.input === 'tensor' ? { featureNames: spec.columns } : {};
  const { features } = readOnnx(bytesOf(name), named).model;
  const bounds = BOUNDS.filter((entry) =>
    features.some((feature) => feature.name === entry.name && feature.kind !== 'categorical'),
  );
  const { model } = readOnnx(bytesOf(name), { ...named, bounds });
  const rows: Instance[] = tables.rows.slice(0, ROWS).map((row) => instanceOf(model, row));
  const { cases } = contrastsOf(model, rows);
  if (cases.length === 0) return { cases, given: [] };
  const cells = cases.map((found): Row => {
    const changed = { ...tables.rows[found.row] };
    for (const feature of model.features) {
      const value = found.case[feature.name];
      const missing = value === null || value === feature.missing;
      const other = feature.kind === 'categorical' && value === feature.other;
      changed[feature.name] = missing ? null : other ? unseen(feature.values) : String(value);
    }
    return changed;
  });
  const session = await open(bytesOf(name));
  const given = await classesOf(session, spec, cells);
  await session.release();
  return { cases, given };
}

/** A cell that is none of the categories. */
function unseen(values: readonly string[]): string {
  return values.some((value) => /^-?[0-9.]+$/.test(value)) ? '77' : 'unheard of';
}

describe('contrasts replayed in onnxruntime-web', () => {
  const total = { contrasts: 0, equal: 0, marked: 0, wrong: 0 };
  for (const [name, spec] of Object.entries(recorded)) {
    it(`give the promised class or are marked: ${name}`, async () => {
      const { cases, given } = await replay(name, spec);
      const wrong = cases.filter((found, c) => !found.doubtful && found.class !== given[c]);
      const marked = cases.filter(({ doubtful }) => doubtful).length;
      total.contrasts += cases.length;
      total.marked += marked;
      total.wrong += wrong.length;
      total.equal += cases.length - marked - wrong.length;
      expect(wrong.length, `${wrong.length} of ${cases.length}, the first: ${JSON.stringify(wrong[0])}`).toBe(
        0,
      );
    });
  }

  it('are many, and few are marked', () => {
    console.log(
      `onnxruntime-web: ${total.contrasts} contrasts: ${total.equal} equal, ${total.marked} marked, ${total.wrong} wrong`,
    );
    expect(total.contrasts).toBeGreaterThan(1000);
    expect(total.marked).toBeLessThanOrEqual(total.contrasts / 20);
  });
});
