// Whatever happens to an ONNX file, the reader answers or refuses with a typed error; it never breaks and never hangs.

import { FormatError, LimitError, ModelError, predict, reduce } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { law, until } from '../../../../core/test/property.ts';
import { isOnnx, readOnnx } from '../../../src/import/onnx/index.ts';
import { altered } from './alterations.ts';
import { bytesOf, namesOf } from './fixtures.ts';

const seeds = [
  ...namesOf('models').map((name) => bytesOf(name)),
  ...namesOf('refused').map((name) => bytesOf(name, 'refused')),
];

/** Read, and if it is read, predict something. */
function survives(bytes: Uint8Array): 'read' | 'refused' {
  isOnnx(bytes);
  try {
    const { model } = readOnnx(bytes);
    const instance = model.features.map(({ kind }) => (kind === 'categorical' ? 0 : 1));
    predict(reduce(model), instance);
    return 'read';
  } catch (error) {
    if (error instanceof FormatError || error instanceof LimitError || error instanceof ModelError) {
      expect(error.code).toMatch(/^[a-z0-9-]+$/);
      expect(error.place ?? '').not.toBe('');
      expect(error.message.length).toBeLessThan(5000);
      return 'refused';
    }
    throw error;
  }
}

/** Bytes flipped, cut, doubled, moved. */
function damaged(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const place = fc.nat(bytes.length - 1);
  const mutation = fc.record({
    kind: fc.nat(4),
    at: place,
    to: place,
    length: fc.nat(40),
    byte: fc.nat(255),
  });
  return fc.array(mutation, { minLength: 1, maxLength: 5 }).map((mutations) =>
    mutations.reduce(
      (now, { kind, at, to, length, byte }) => {
        if (kind === 0) return now.length > 0 ? now.with(Math.min(at, now.length - 1), byte) : now;
        if (kind === 1) return now.map((x, i) => (i === at ? x ^ (1 << (byte % 8)) : x));
        if (kind === 2) return Uint8Array.from([...now.subarray(0, at), ...now.subarray(at + length)]);
        if (kind === 3)
          return Uint8Array.from([
            ...now.subarray(0, to),
            ...now.subarray(at, at + length),
            ...now.subarray(to),
          ]);
        return now.length > 1 ? now.slice(0, Math.max(1, at)) : now;
      },
      bytes.length > 0 ? bytes : new Uint8Array(1),
    ),
  );
}

describe('damaged files', () => {
  const seed = fc.constantFrom(...seeds);

  it('end in an answer or a typed error, byte by byte', () => {
    const seen = { read: 0, refused: 0 };
    until(() => Math.min(seen.read, seen.refused) > 0).holds(3000, seed.chain(damaged), (bytes) => {
      seen[survives(bytes)]++;
    });
  });

  it('end in an answer or a typed error, field by field', () => {
    const seen = { read: 0, refused: 0 };
    // Both ways out are taken.
    until(() => Math.min(seen.read, seen.refused) > 0).holds(3000, seed.chain(altered), (bytes) => {
      seen[survives(bytes)]++;
    });
  });

  law('end in a typed error, out of thin air', 2000, fc.uint8Array({ maxLength: 200 }), (bytes) => {
    expect(survives(bytes)).toBe('refused');
  });
});
