// One server and its client: `serve-run.ts FOLDER REQUESTS` starts the program, asks it, and prints what it took.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  type Classifier,
  count,
  counterfactual,
  type Instance,
  predict,
  reduce,
  smallest,
  weigh,
} from '@xpxlc/core';
import { readModelFile } from '../../packages/xpxlc/src/schema/read-model-file.ts';
import { median } from './measure.ts';

/** Seconds, and requests or cases a second. */
export interface Served {
  readonly endpoint: string;
  /** One case by the core. */
  readonly core: number;
  /** One request after the other. */
  readonly latency: number;
  /** Several at a time. */
  readonly requests: number;
  /** A thousand cases in a request. */
  readonly batch: number;
  /** Cases a second of a stream. */
  readonly stream?: number;
}

const PROGRAM = fileURLToPath(new URL('../../packages/xpxlc/bin/xpxlc.js', import.meta.url));
const CLIENTS = 8;
/** Rounds of a stream's cases. */
const ROUNDS = 50;

/** What each endpoint is, asked of the core. */
const QUESTIONS: Record<string, (classifier: Classifier, instance: Instance) => unknown> = {
  predict: (classifier, instance) => predict(classifier, instance),
  explain: (classifier, instance) => smallest(weigh(classifier, instance)),
  contrast: (classifier, instance) => {
    const problem = weigh(classifier, instance);
    const set = smallest(problem, { kind: 'cxp' });
    return set === undefined ? undefined : counterfactual(problem, set);
  },
  count: (classifier, instance) => count(weigh(classifier, instance), { sizes: true, frequency: true }),
};

async function main(folder: string, requests: number): Promise<void> {
  const { model } = readModelFile(readFileSync(join(folder, 'model.json'), 'utf8'));
  const cases = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as Instance[];
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--api-only', join(folder, 'model.json')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const post = (path: string, body: string, type = 'application/json'): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = request(
        new URL(path, url),
        {
          method: 'POST',
          agent,
          headers: { 'content-type': type, 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          let bytes = 0;
          response.on('data', (chunk) => {
            bytes += chunk.length;
          });
          response.on('end', () =>
            response.statusCode === 200 ? resolve(bytes) : reject(new Error(String(response.statusCode))),
          );
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  const found: Served[] = [];
  for (const [endpoint, ask] of Object.entries(QUESTIONS)) {
    const path = `/api/${endpoint}`;
    const bodies = cases.map((instance) => JSON.stringify({ instance }));
    const all = JSON.stringify({ instances: cases });
    for (let warm = 0; warm < requests / 10; warm++) await post(path, bodies[warm % bodies.length]);
    const alone = await each(Math.ceil(requests / 10), (x) => post(path, bodies[x % bodies.length]));
    let left = requests;
    const client = async (): Promise<void> => {
      while (left-- > 0) await post(path, bodies[left % bodies.length]);
    };
    const together = await clock(() => Promise.all(Array.from({ length: CLIENTS }, client)));
    await post(path, all);
    const batches = await each(Math.max(3, requests / 500), () => post(path, all));
    const lines = cases.map((instance) => `${JSON.stringify(instance)}\n`).join('');
    const rounds = requests < 1000 ? 1 : ROUNDS;
    const streamed = await clock(() => post(path, lines.repeat(rounds), 'application/x-ndjson'));
    found.push({
      endpoint,
      core: coreTime(reduce(model), cases, ask),
      latency: median(alone),
      requests: requests / together,
      batch: median(batches),
      stream: (rounds * cases.length) / streamed,
    });
  }
  console.log(JSON.stringify(found));
  agent.destroy();
  child.kill();
}

async function clock(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1e3;
}

async function each(times: number, work: (x: number) => Promise<unknown>): Promise<number[]> {
  const seconds: number[] = [];
  for (let x = 0; x < times; x++) seconds.push(await clock(() => work(x)));
  return seconds;
}

/** Seconds a case, the least of some rounds. */
function coreTime(
  classifier: Classifier,
  cases: readonly Instance[],
  ask: (classifier: Classifier, instance: Instance) => unknown,
): number {
  const rounds = Array.from({ length: 5 }, () => {
    const start = performance.now();
    for (const instance of cases) ask(classifier, instance);
    return (performance.now() - start) / 1e3 / cases.length;
  });
  return Math.min(...rounds);
}

await main(process.argv[2], Number(process.argv[3]));
