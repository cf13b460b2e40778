// Which rows are listed, and the table as a whole.
import { batch, effect } from '@preact/signals';
import { latest } from '../engine/client.ts';
import type { RowsQuery } from '../engine/messages.ts';
import { attempt } from './attempt.ts';
import { quick } from './clients.ts';
import * as state from './state.ts';

/** List other rows, or in another order. */
export async function askRows(query: RowsQuery): Promise<void> {
  state.query.value = query;
  if (state.table.peek() === undefined) return;
  select(query);
}

const select = latest(
  (query: RowsQuery) => quick.ask('rows', { query }),
  ({ found }) => {
    batch(() => {
      state.found.value = found;
      state.listed.value += 1;
    });
  },
);

/** Follow the row and the list: which row comes before it, and which after. */
const askAround = latest(
  async (row: number | undefined) => (row === undefined ? undefined : quick.ask('around', { row })),
  (around) => {
    state.around.value = around;
  },
);

effect(() => {
  void state.listed.value;
  askAround(state.table.value === undefined ? undefined : state.row.value);
});

/** The worker was stopped: what it was asked has no answer. */
export function forgetRows(): void {
  select.forget();
  askAround.forget();
  state.populationBusy.value = false;
}

export async function askPopulation(): Promise<void> {
  if (state.table.peek() === undefined || state.populationBusy.peek()) return;
  state.populationBusy.value = true;
  await attempt('The overview', async () => {
    state.population.value = await quick.ask(
      'population',
      { protected: state.protectedFeatures.peek() },
      (progress) => {
        state.progress.value = progress;
      },
    );
  });
  batch(() => {
    state.populationBusy.value = false;
    state.progress.value = undefined;
  });
}
