import { describe, expect, it } from 'vitest';
import { release, take } from '../../src/count/scratch.ts';

describe('memory that is used again', () => {
  it('is what was given back, if it is large enough and not far too large', () => {
    const first = take(5000);
    expect(first.length).toBeGreaterThanOrEqual(5000);
    release(first.subarray(0, 10));
    const again = take(4500);
    expect(again.buffer).toBe(first.buffer);
    release(again);
    expect(take(20_000).buffer).not.toBe(first.buffer);
    expect(take(1000).buffer).not.toBe(first.buffer);
  });

  it('is not kept without end', () => {
    const many = Array.from({ length: 65 }, (_, more) => new Float64Array(50_000 + more));
    for (const array of many) release(array);
    const again = many.map(() => take(50_000).buffer);
    expect(again.slice(0, 64)).toEqual(many.slice(1).map(({ buffer }) => buffer));
    expect(many.map(({ buffer }) => buffer)).not.toContain(again[64]);
  });

  it('is not kept where it is short', () => {
    const short = new Float64Array(4095);
    release(short);
    expect(take(4000).buffer).not.toBe(short.buffer);
  });

  it('is the smallest that will do, and nobody else has it', () => {
    const [large, small] = [new Float64Array(90_001), new Float64Array(80_001)];
    release(large);
    release(small);
    expect(take(70_000).buffer).toBe(small.buffer);
    expect(take(70_000).buffer).toBe(large.buffer);
    expect(take(70_000).length).toBe(70_000);
  });

  it('is limited: the longest are not kept, of the others the shortest are let go first', () => {
    const huge = new Float64Array(2 ** 22 + 1);
    release(huge);
    expect(take(2 ** 22 + 1).buffer).not.toBe(huge.buffer);
    const three = [0, 1, 2].map((more) => new Float64Array(2 ** 22 - 2 + more));
    for (const array of three) release(array);
    expect(take(2 ** 22 - 10).buffer).toBe(three[1].buffer);
    expect(take(2 ** 22 - 10).buffer).toBe(three[2].buffer);
    expect(take(2 ** 22 - 10).buffer).not.toBe(three[0].buffer);
  });
});
