// NDJSON in, NDJSON out: a line is answered as soon as it is there, and no more is read than the client takes answers.

import { refusalOf } from '../ask/request-error.ts';
import type { Question } from '../ask/request-question.ts';
import type { Answers } from './answers.ts';
import { type Line, linesOf } from './body.ts';
import { inOrder } from './in-order.ts';
import type { Limits } from './limits.ts';
import type { Slice } from './slice.ts';

/** Lines that a worker is given at once. */
const LINES = 512;

export const NDJSON = 'application/x-ndjson';

/** Answer the lines of a request, in order. @param hangUp - ends the connection of a client that does not read. */
export function streamAnswers(
  request: Request,
  question: Question,
  answers: Answers,
  limits: Limits,
  hangUp: () => void,
): Response {
  answers.enter();
  const stop = new AbortController();
  const signal = AbortSignal.any([request.signal, stop.signal]);
  const slices = inOrder(partsOf(request, limits), limits.jobs, ({ lines, from }) =>
    answers.answer({ question, cases: lines, texts: true, from }, signal, false),
  );
  let unread: NodeJS.Timeout | undefined;
  let left = false;
  const end = (): void => {
    clearTimeout(unread);
    stop.abort();
    void slices.return().catch(() => undefined);
    if (!left) answers.leave();
    left = true;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(unread);
        const step = await next(slices);
        if (step.text !== undefined) controller.enqueue(step.text);
        if (step.done) {
          end();
          controller.close();
          return;
        }
        unread = setTimeout(() => {
          end();
          hangUp();
        }, limits.patience);
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  // A client that goes away while nothing is being read is seen here only.
  request.signal.addEventListener('abort', end, { once: true });
  return new Response(body, { headers: { 'content-type': NDJSON, 'cache-control': 'no-store' } });
}

/** The next text; an error is the last line. */
async function next(
  slices: AsyncGenerator<Slice, void, void>,
): Promise<{ readonly text?: Uint8Array; readonly done: boolean }> {
  try {
    const { done, value } = await slices.next();
    return done ? { done: true } : { text: value.text, done: false };
  } catch (error) {
    return {
      text: new TextEncoder().encode(`${JSON.stringify({ error: refusalOf(error).error })}\n`),
      done: true,
    };
  }
}

async function* partsOf(
  request: Request,
  limits: Limits,
): AsyncGenerator<{ readonly lines: readonly Line[]; readonly from: number }, void, void> {
  let from = 0;
  for await (const lines of linesOf(request, limits, LINES)) {
    yield { lines, from };
    from += lines.length;
  }
}
