// The page's side of a worker: a question is a promise. Of questions that follow every keystroke only the last counts.
import type { Ask, Progress, Question, Questions, Reply, Trouble } from './messages.ts';

/** An error that the page shows. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: string;

  constructor({ code, message }: Trouble) {
    super(message);
    this.code = code;
  }
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: EngineError) => void;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** One worker. It is started when first asked, and again after it was stopped. */
export class Client {
  private readonly start: () => Worker;
  private readonly begin: () => readonly Omit<Ask, 'id'>[];
  private worker: Worker | undefined;
  private next = 0;
  private readonly waiting = new Map<number, Waiting>();

  /** @param begin - what a new worker is told first. */
  constructor(start: () => Worker, begin: () => readonly Omit<Ask, 'id'>[] = () => []) {
    this.start = start;
    this.begin = begin;
  }

  /** Whether an answer is awaited. */
  get busy(): boolean {
    return this.waiting.size > 0;
  }

  ask<Q extends Question>(
    question: Q,
    ask: Questions[Q]['ask'],
    onProgress?: (progress: Progress) => void,
  ): Promise<Questions[Q]['answer']> {
    const worker = this.worker ?? this.open();
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, { resolve: resolve as (answer: never) => void, reject, onProgress });
      worker.postMessage({ id, question, ask } satisfies Ask<Q>);
    });
  }

  /** End all that is under way. Nobody hears of it any more; the next question starts a new worker. */
  stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.waiting.clear();
  }

  private open(): Worker {
    const worker = this.start();
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail({
        code: 'engine-stopped',
        message: `the computing stopped: ${event.message || 'out of memory?'}`,
      });
    };
    for (const told of this.begin()) worker.postMessage({ ...told, id: -1 });
    return worker;
  }

  private hear(reply: Reply): void {
    const waiting = this.waiting.get(reply.id);
    if (waiting === undefined) return;
    if ('progress' in reply) {
      waiting.onProgress?.(reply.progress);
      return;
    }
    this.waiting.delete(reply.id);
    if ('trouble' in reply) waiting.reject(new EngineError(reply.trouble));
    else waiting.resolve(reply.answer as never);
  }

  private fail(trouble: Trouble): void {
    const all = [...this.waiting.values()];
    this.stop();
    for (const { reject } of all) reject(new EngineError(trouble));
  }
}

/** Puts questions; see {@link latest}. */
export interface Latest<A> {
  (asked: A): void;
  /** Nothing is under way any more: whoever was asked has been stopped. */
  forget(): void;
}

/**
 * Asks one question at a time. While it is under way, later ones replace each other; the last is asked next.
 *
 * @param ask - puts a question. @param tell - hears each answer.
 */
export function latest<A, R>(ask: (asked: A) => Promise<R>, tell: (answer: R, asked: A) => void): Latest<A> {
  let running: object | undefined;
  let waiting: { readonly asked: A } | undefined;
  const go = async (asked: A): Promise<void> => {
    const mine = {};
    running = mine;
    try {
      const answer = await ask(asked);
      if (running === mine) tell(answer, asked);
    } finally {
      if (running === mine) {
        running = undefined;
        const then = waiting;
        waiting = undefined;
        if (then !== undefined) void go(then.asked);
      }
    }
  };
  const put = (asked: A): void => {
    if (running !== undefined) waiting = { asked };
    else void go(asked);
  };
  const forget = (): void => {
    running = undefined;
    waiting = undefined;
  };
  return Object.assign(put, { forget });
}
