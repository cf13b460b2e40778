// Lines as they come, answers in order, whatever the pieces and the speed.

import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../core/test/property.ts';
import { linesOf } from '../../src/server/body.ts';
import { inOrder } from '../../src/server/in-order.ts';

const LIMITS = { maxBody: 1e6, maxLine: 1e3, patience: 60_000 };

function bodyOf(pieces: readonly Uint8Array[]): Request {
  const stream = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return new Request('http://localhost/', { method: 'POST', body: stream, duplex: 'half' } as RequestInit);
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

describe('lines of a body', () => {
  it('are those between line feeds, however the body is cut, and whatever else they hold', async () => {
    const line = fc
      .oneof(
        fc.string({ unit: 'grapheme', maxLength: 10 }),
        fc.constantFrom('\u2028', '{"a":"\u2029"}', '\r', ' ', 'é'),
      )
      .map((text) => text.replaceAll('\n', ''));
    const cuts = fc.array(fc.nat(60), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(line), cuts, fc.integer({ min: 1, max: 5 }), async (lines, at, most) => {
        const bytes = new TextEncoder().encode(lines.join('\n'));
        const ends = [...at.filter((x) => x < bytes.length).sort((a, b) => a - b), bytes.length];
        const pieces = ends.map((end, x) => bytes.slice(ends[x - 1] ?? 0, end));
        const found = await all(linesOf(bodyOf(pieces), LIMITS, most));
        expect(found.flat()).toEqual(lines.filter((text) => text.trim() !== ''));
        for (const group of found) expect(group.length).toBeLessThanOrEqual(most);
      }),
      runs(200),
    );
  });

  it('that are too long are refused after those before them', async () => {
    const limits = { ...LIMITS, maxLine: 50 };
    // Bytes count: 26 letters of two bytes are too many, 25 are not.
    for (const long of ['x'.repeat(51), 'é'.repeat(26)])
      for (const cut of [1e9, 30]) {
        const text = new TextEncoder().encode(`1\n${'é'.repeat(25)}\n${long}\n4`);
        const pieces = [text.subarray(0, cut), text.subarray(cut)];
        const lines = linesOf(bodyOf(pieces), limits, 1);
        expect([(await lines.next()).value, (await lines.next()).value]).toEqual([['1'], ['é'.repeat(25)]]);
        await expect(lines.next()).rejects.toMatchObject({ status: 413, code: 'too-large' });
      }
    const text = new TextEncoder().encode(`1\n2\n${'x'.repeat(51)}\n4`);
    const lines = linesOf(bodyOf([text]), limits, 1);
    expect([(await lines.next()).value, (await lines.next()).value]).toEqual([['1'], ['2']]);
    await expect(lines.next()).rejects.toMatchObject({ status: 413, code: 'too-large' });
    const endless = linesOf(bodyOf([new TextEncoder().encode('x'.repeat(51))]), limits, 1);
    await expect(endless.next()).rejects.toMatchObject({ status: 413 });
  });
});

describe('answers to parts', () => {
  it('come in order, at most so many parts at a time, errors of the input last', async () => {
    const parts = fc.array(fc.record({ wait: fc.nat(4), answers: fc.array(fc.nat(3), { maxLength: 3 }) }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(parts, fc.integer({ min: 1, max: 3 }), fc.boolean(), async (list, width, broken) => {
        let [running, most] = [0, 0];
        const turns = async (count: number): Promise<void> => {
          for (let x = 0; x < count; x++) await turn();
        };
        async function* source(): AsyncGenerator<number, void, void> {
          for (const [x, { wait }] of list.entries()) {
            await turns(wait);
            yield x;
          }
          if (broken) throw new Error('broken');
        }
        async function* answer(x: number): AsyncGenerator<string, void, void> {
          most = Math.max(most, ++running);
          for (const [y, wait] of list[x].answers.entries()) {
            await turns(wait);
            yield `${x}.${y}`;
          }
          running -= 1;
        }
        const found: string[] = [];
        const run = async (): Promise<void> => {
          for await (const text of inOrder(source(), width, answer)) found.push(text);
        };
        if (broken) await expect(run()).rejects.toThrow('broken');
        else await run();
        expect(found).toEqual(list.flatMap(({ answers }, x) => answers.map((_, y) => `${x}.${y}`)));
        expect(most).toBeLessThanOrEqual(width);
      }),
      runs(100),
    );
  });

  it('do not wait for input that follows', async () => {
    let more = (): void => undefined;
    async function* source(): AsyncGenerator<number, void, void> {
      yield 1;
      await new Promise<void>((resolve) => {
        more = resolve;
      });
      yield 2;
    }
    async function* answer(x: number): AsyncGenerator<number, void, void> {
      yield 10 * x;
    }
    const answers = inOrder(source(), 2, answer);
    expect((await answers.next()).value).toBe(10);
    more();
    expect((await answers.next()).value).toBe(20);
    expect((await answers.next()).done).toBe(true);
  });

  it('end with the answer that fails', async () => {
    async function* source(): AsyncGenerator<number, void, void> {
      yield 1;
      await new Promise(() => undefined); // no more input, ever
    }
    // biome-ignore lint/correctness/useYield: it fails before
    async function* answer(): AsyncGenerator<number, void, void> {
      throw new Error('failed');
    }
    await expect(inOrder(source(), 2, answer).next()).rejects.toThrow('failed');
  });
});
