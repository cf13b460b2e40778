import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { transform } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { noneLoaded, untilLoaded } from '../../src/batch/loaded.ts';

/** A thread that lives until the test is over. */
async function thread(): Promise<Worker> {
  const worker = new Worker('setInterval(() => undefined, 1e6)', { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  await once(worker, 'online');
  return worker;
}

it('threads are waited for until all that live have loaded their modules', async () => {
  const loaded = noneLoaded();
  const threads = [await thread(), await thread()];
  let isOver = false;
  const waiting = untilLoaded(() => threads, loaded).then(() => {
    isOver = true;
  });
  Atomics.store(loaded, threads[0].threadId % loaded.length, threads[0].threadId);
  for (let i = 0; i < 20; i++) await setImmediate();
  expect(isOver).toBe(false);
  await threads[1].terminate(); // it has ended before it could load anything
  await waiting;
  // One that takes the place of another one is waited for, too.
  threads[1] = await thread();
  const again = untilLoaded(() => threads, loaded);
  Atomics.store(loaded, threads[1].threadId % loaded.length, threads[1].threadId);
  await again;
});

it('a thread says so of itself', async () => {
  const loaded = noneLoaded();
  const source = readFileSync(new URL('../../src/batch/loaded.ts', import.meta.url), 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'esm' });
  const whole = `${code} import { workerData } from 'node:worker_threads'; sayLoaded(workerData); setInterval(() => undefined, 1e6);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(whole)}`), {
    workerData: loaded,
  });
  onTestFinished(async () => void (await worker.terminate()));
  await untilLoaded(() => [worker], loaded);
  expect([...loaded].filter((id) => id !== 0)).toEqual([worker.threadId]);
});
