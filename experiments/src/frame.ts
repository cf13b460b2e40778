// The frame around an experiment: data, the store of its results, progress.
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { chooseData, type DataChoice } from './choose-data.ts';
import type { Dataset } from './dataset.ts';
import type { Frame, Unit } from './experiment.ts';
import { openProgress, SILENT } from './progress.ts';
import { Store, type StoreRecord } from './store.ts';

/** Options that all experiments have. */
export interface FrameOptions extends DataChoice {
  /** The folder of raw results. */
  readonly out: string;
  readonly quick?: boolean;
  /** Forget what is in the folder. */
  readonly fresh?: boolean;
  /** Say nothing. */
  readonly silent?: boolean;
}

export function openFrame(options: FrameOptions): Frame {
  const { out, quick = false, fresh = false, silent = false, seed } = options;
  let chosen: Promise<readonly Dataset[]> | undefined;
  let current = '';
  return {
    quick,
    seed,
    versions: {},
    datasets: () => (chosen ??= chooseData(options)),
    openStore<R extends StoreRecord>(name: string, parameters: object) {
      current = name;
      return new Store<R>(join(out, `${name}.ndjson`), { quick, seed, ...parameters }, { fresh });
    },
    work: (store, units, total) => doUnits(store, units, silent ? SILENT : openProgress(current, total, 0)),
    tell: (message) => {
      if (!silent) console.error(message);
    },
  };
}

/** Milliseconds between turns. */
const PATIENCE = 100;

async function doUnits<R extends StoreRecord>(
  store: Store<R>,
  units: Iterable<Unit<R>>,
  progress: typeof SILENT,
): Promise<void> {
  let done = 0;
  let shown = 0;
  try {
    for (const { key, run } of units) {
      if (!store.has(key)) store.add(key, await run());
      done += 1;
      progress.show(done, key);
      // Work that never waits would leave no turn to the timer that draws.
      if (performance.now() - shown < PATIENCE) continue;
      await turn();
      shown = performance.now();
    }
  } finally {
    progress.end();
  }
}
