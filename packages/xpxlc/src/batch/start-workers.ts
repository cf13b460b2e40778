// Threads that answer: those of a batch, and those of the server. Whoever starts them may end them at any time.
import { setTimeout } from 'node:timers/promises';
import type { Piscina } from 'piscina';
import { nativeWork } from '../table/native-work.ts';
import { type Loaded, noneLoaded, untilLoaded } from './loaded.ts';

/** What workers are started with. */
export interface WorkersPlan {
  /** The module without its ending, and the module that names it. */
  readonly module: string;
  readonly from: string;
  readonly threads: number;
  readonly data: object;
  /** Megabytes each; more ends it. Default: as Node has it. */
  readonly maxMemory?: number;
}

/** Milliseconds in which Node has compiled what it is compiling. */
const COMPILED = 20;

/** By pool: which of its threads have loaded their modules. */
const marks = new WeakMap<Piscina, Loaded>();

export async function startWorkers({
  module,
  from,
  threads,
  data,
  maxMemory,
}: WorkersPlan): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  const loaded = noneLoaded();
  const pool = new Piscina({
    filename: new URL(`${module}.${from.endsWith('.ts') ? 'ts' : 'js'}`, from).href,
    minThreads: threads,
    maxThreads: threads,
    workerData: { ...data, loaded },
    recordTiming: false,
    ...(maxMemory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: maxMemory } }),
  });
  marks.set(pool, loaded);
  void nativeWork(workersLoaded(pool));
  return pool;
}

/** Wait until workers have loaded their modules; they may still prepare a model then. */
export function workersLoaded(pool: Piscina): Promise<void> {
  return untilLoaded(() => pool.threads, marks.get(pool) as Loaded);
}

/**
 * End workers. Not while they load modules (see `loaded.ts`); and Node 20 aborts the process, once in a thousand times or so, if it is still compiling
 * what a worker has just run when that ends (an assertion of its platform fails): so they come to rest first.
 */
export async function endWorkers(pool: Piscina): Promise<void> {
  await workersLoaded(pool);
  await setTimeout(COMPILED);
  await pool.destroy();
}
