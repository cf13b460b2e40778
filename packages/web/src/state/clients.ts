// The two workers of the page.
import { Client } from '../engine/client.ts';
import { startWorker } from '../engine/start-worker.ts';
import { model } from './state.ts';

/** Holds the table and answers at once. */
export const quick: Client = new Client(() => startWorker('quick'));

/** Answers what may take a while. It is stopped when the case is another one meanwhile. */
export const deep: Client = new Client(
  () => startWorker('deep'),
  () => {
    const info = model.peek();
    return info === undefined ? [] : [{ question: 'useModel', ask: { model: info.model } }];
  },
);
