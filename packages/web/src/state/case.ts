// The case that is looked at: chosen, changed, asked about.
import { batch, effect } from '@preact/signals';
import type { Value } from '@xpxlc/core';
import { EngineError, latest } from '../engine/client.ts';
import type { Case, CaseQuestion, ModelInfo, Movement } from '../engine/messages.ts';
import { attempt } from './attempt.ts';
import { quick } from './clients.ts';
import * as state from './state.ts';

/** Look at a row of the table. */
export async function chooseRow(row: number): Promise<void> {
  await attempt(
    `row ${row}`,
    async () => {
      const { values } = await quick.ask('caseOf', { row });
      setCase(values, row);
      state.tab.value = 'decision';
    },
    `Row ${row} cannot be decided`,
  );
}

export function clearCase(): void {
  state.row.value = undefined;
  state.original.value = undefined;
  state.values.value = undefined;
  state.answer.value = undefined;
  state.answerTrouble.value = undefined;
  state.movable.value = {};
  state.target.value = undefined;
  state.held.value = [];
  state.open.value = new Set();
  state.population.value = undefined;
  state.protectedFeatures.value = [];
}

export function setCase(values: Case, row: number | undefined): void {
  batch(() => {
    state.row.value = row;
    state.original.value = values;
    state.values.value = values;
    state.held.value = [];
    state.listFrom.value = 0;
  });
}

/** A case to begin with where there is no table: first categories, middles of ranges. */
export function firstCase({ features }: ModelInfo): Case {
  return features.map((feature): Value => {
    if (feature.kind === 'categorical') return feature.values[0];
    const { lower, upper, kind } = feature;
    const middle =
      Number.isFinite(lower) && Number.isFinite(upper)
        ? (lower + upper) / 2
        : Number.isFinite(lower)
          ? lower
          : Number.isFinite(upper)
            ? upper
            : 0;
    return kind === 'integer' ? Math.round(middle) : middle;
  });
}

export function setValue(feature: number, value: Value): void {
  const now = state.values.peek();
  if (now === undefined) return;
  state.values.value = now.with(feature, value);
}

/** Take a whole case over: a counterexample, or what would change the decision. */
export function setValues(values: Case): void {
  state.values.value = values;
}

export function resetValues(): void {
  state.values.value = state.original.peek();
}

export function toggleHeld(feature: number): void {
  const now = state.held.peek();
  state.held.value = now.includes(feature)
    ? now.filter((i) => i !== feature)
    : [...now, feature].sort((a, b) => a - b);
}

export function setHeld(features: readonly number[]): void {
  state.held.value = features;
}

export function setMovable(feature: string, movement: Movement): void {
  const { [feature]: _, ...rest } = state.movable.peek();
  state.movable.value = movement === 'free' ? rest : { ...rest, [feature]: movement };
}

export function setTarget(target: string | undefined): void {
  state.target.value = target;
}

/** Follow the case: ask again whenever it, or what is asked of it, changes. */
const askCase = latest(
  async (question: CaseQuestion) => {
    try {
      return { answer: await quick.ask('answer', question), trouble: undefined };
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return { answer: undefined, trouble: error.message };
    }
  },
  ({ answer, trouble }) => {
    batch(() => {
      // What was right for the last sound case stays visible beside the message.
      if (answer !== undefined) state.answer.value = answer;
      state.answerTrouble.value = trouble;
    });
  },
);

effect(() => {
  const [values, movable, target, held] = [
    state.values.value,
    state.movable.value,
    state.target.value,
    state.held.value,
  ];
  if (values === undefined) return;
  // Of two classes the other one is always meant.
  const chosen = (state.model.peek()?.classes.length ?? 0) > 2 ? target : undefined;
  askCase({ values, movable, held, ...(chosen === undefined ? {} : { target: chosen }) });
});
