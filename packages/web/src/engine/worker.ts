// The worker of the page: everything is computed here, so that the page itself never waits.
import { XpxlcError } from '@xpxlc/core';
import { Engine } from './engine.ts';
import type { Ask, Progress, Reply, Trouble } from './messages.ts';

const engine = new Engine();
const reply = (message: Reply): void => postMessage(message);

addEventListener('message', ({ data: { id, question, ask } }: MessageEvent<Ask>) => {
  const tell = (progress: Progress): void => reply({ id, progress });
  engine.answer(question, ask, tell).then(
    (answer) => reply({ id, answer }),
    (error: unknown) => reply({ id, trouble: troubleOf(error) }),
  );
});

function troubleOf(error: unknown): Trouble {
  if (error instanceof XpxlcError) {
    const { code, message } = error;
    return { code, message };
  }
  if (error instanceof DOMException && error.name === 'AbortError')
    return { code: 'aborted', message: 'stopped' };
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal',
    message: `something is wrong with the page itself, please report it: ${message}`,
  };
}
