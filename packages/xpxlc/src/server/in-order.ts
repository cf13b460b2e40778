// Parts of the input answered at the same time, the answers in the order of the parts.

/** Answers that are being made. */
interface Running<T> {
  readonly steps: AsyncGenerator<T, void, void>;
  next: Promise<IteratorResult<T, void>>;
}

/**
 * The answers to all parts, in order; at most `width` parts are under way. The input is read ahead, but no answer waits for input that
 * follows it. An error of the input is thrown after the answers to what came before it.
 */
export async function* inOrder<P, T>(
  parts: AsyncGenerator<P, void, void>,
  width: number,
  answer: (part: P) => AsyncGenerator<T, void, void>,
): AsyncGenerator<T, void, void> {
  const running: Running<T>[] = [];
  let ended = false;
  let trouble: { readonly error: unknown } | undefined;
  let input: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    try {
      const { done, value } = await parts.next();
      if (done) ended = true;
      else {
        const steps = answer(value);
        running.push({ steps, next: step(steps) });
      }
    } catch (error) {
      ended = true;
      trouble = { error };
    }
    input = undefined;
  };
  try {
    for (;;) {
      if (!ended && running.length < width) input ??= read();
      const [head] = running;
      if (head === undefined) {
        if (ended) break;
        await input;
        continue;
      }
      const ready = head.next.then(() => true);
      if (input !== undefined && !(await Promise.race([ready, input.then(() => false)]))) continue;
      const { done, value } = await head.next;
      if (done) running.shift();
      else {
        yield value;
        head.next = step(head.steps);
      }
    }
    if (trouble !== undefined) throw trouble.error;
  } finally {
    // Nobody waits for input or answers that nobody wants.
    for (const { steps } of running) void steps.return().catch(() => undefined);
    void parts.return().catch(() => undefined);
  }
}

/** The next step; whoever waits for it hears of its failure, and nobody else. */
function step<T>(steps: AsyncGenerator<T, void, void>): Promise<IteratorResult<T, void>> {
  const next = steps.next();
  next.catch(() => undefined);
  return next;
}
