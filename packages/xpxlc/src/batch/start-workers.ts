// Threads that answer: those of a batch, and those of the server. Whoever starts them may end them at any time.
import { setTimeout } from 'node:timers/promises';
import type { Piscina } from 'piscina';

/** What workers are started with. */
export interface WorkersPlan {
  /** The module without its ending, and the module that names it. */
  readonly module: string;
  readonly from: string;
  readonly threads: number;
  readonly data: unknown;
  /** Megabytes each; more ends it. Default: as Node has it. */
  readonly maxMemory?: number;
}

/** Milliseconds in which Node has compiled what it is compiling. */
const COMPILED = 20;

/**
 * End workers that have nothing to do. Node 20 aborts the process, once in a thousand times or so, if it is still compiling what a worker has
 * just run when that ends (an assertion of its platform fails): so they come to rest first.
 */
export async function endWorkers(pool: Piscina): Promise<void> {
  await setTimeout(COMPILED);
  await pool.destroy();
}

export async function startWorkers({
  module,
  from,
  threads,
  data,
  maxMemory,
}: WorkersPlan): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  return new Piscina({
    filename: new URL(`${module}.${from.endsWith('.ts') ? 'ts' : 'js'}`, from).href,
    minThreads: threads,
    maxThreads: threads,
    workerData: data,
    recordTiming: false,
    ...(maxMemory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: maxMemory } }),
  });
}
