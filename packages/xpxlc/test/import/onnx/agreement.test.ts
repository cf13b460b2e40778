// Models read from ONNX files predict what onnxruntime predicts, but for rows within the noise of float32.
import { describe, expect, it } from 'vitest';
import { compare, modelOf, namesOf, recorded, tables } from './fixtures.ts';

/** Sums of a few dozen float32 terms are off by less than this part of their sizes. */
const NOISE = 2 ** -22;

describe('predictions recorded from onnxruntime', () => {
  it('are there for every model', () => {
    expect(Object.keys(recorded).sort()).toEqual(namesOf('models').sort());
  });

  let rows = 0;
  let differing = 0;
  for (const [name, { classes, ...answers }] of Object.entries(recorded)) {
    it(`agree with ${name}`, () => {
      const model = modelOf(name);
      expect(model.classes).toEqual(classes);
      for (const kind of ['rows', 'unknown', 'missing'] as const) {
        const answer = answers[kind];
        if (answer === undefined) continue;
        const found = compare(
          model,
          tables[kind],
          [...answer].map((k) => classes[Number(k)]),
        );
        rows += found.rows;
        differing += found.differing;
        expect(found.worst, `${kind}: ${JSON.stringify(found)}`).toBeLessThan(NOISE);
      }
    });
  }

  it('differ in hardly any row', () => {
    console.log(`onnxruntime: ${differing} of ${rows} rows differ, all within float32 noise`);
    expect(rows).toBeGreaterThan(70_000);
    expect(differing / rows).toBeLessThan(0.001);
  });
});
