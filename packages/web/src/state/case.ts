// The case that is looked at: chosen, changed, asked about.
import { batch, effect } from '@preact/signals';
import type { Value } from '@xpxlc/core';
import { EngineError, latest } from '../engine/client.ts';
import type { Case, CaseQuestion, ModelInfo, Movement } from '../engine/messages.ts';
import { attempt } from './attempt.ts';
import { quick } from './clients.ts';
import * as state from './state.ts';

/** Look at a row of the table, also at one that cannot be decided. */
export async function chooseRow(row: number): Promise<void> {
  await attempt(
    `row ${row + 1}`,
    async () => {
      const { values, problem } = await quick.ask('caseOf', { row });
      batch(() => {
        setCase(values, row, problem);
        state.tab.value = 'decision';
      });
    },
    `Row ${row + 1} cannot be shown`,
  );
}

export function clearCase(): void {
  state.row.value = undefined;
  state.rowProblem.value = undefined;
  state.original.value = undefined;
  state.values.value = undefined;
  state.outcome.value = { kind: 'waiting' };
  state.movable.value = {};
  state.target.value = undefined;
  state.held.value = [];
  state.open.value = new Set();
  state.wide.value = false;
  state.population.value = undefined;
  state.protectedFeatures.value = [];
}

export function setCase(values: Case, row: number | undefined, problem?: string): void {
  batch(() => {
    state.row.value = row;
    state.rowProblem.value = problem;
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

/** Take a whole case over: a counterexample, or what would change the decision. What was pressed goes; the decision is what is asked for. */
export function setValues(values: Case): void {
  state.values.value = values;
  state.attention.value = 'decision';
}

export function resetValues(): void {
  state.values.value = state.original.peek();
  state.attention.value = 'decision';
}

export function toggleHeld(feature: number): void {
  const now = state.held.peek();
  state.held.value = now.includes(feature)
    ? now.filter((i) => i !== feature)
    : [...now, feature].sort((a, b) => a - b);
}

/** @param gone - what was pressed goes away. */
export function setHeld(features: readonly number[], gone = false): void {
  state.held.value = features;
  if (gone) state.attention.value = 'held';
}

export function setMovable(feature: string, movement: Movement): void {
  const { [feature]: _, ...rest } = state.movable.peek();
  state.movable.value = movement === 'free' ? rest : { ...rest, [feature]: movement };
}

export function setTarget(target: string | undefined): void {
  state.target.value = target;
}

/** A question, or why it cannot be asked. */
interface Asked {
  readonly question: CaseQuestion;
  readonly problem: string | undefined;
}

/** Follow the case: ask again whenever it, or what is asked of it, changes. */
const askCase = latest(
  async ({ question, problem }: Asked): Promise<state.Outcome> => {
    if (problem !== undefined) return { kind: 'undecided', why: problem };
    try {
      return { kind: 'decided', question, answer: await quick.ask('answer', question) };
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return { kind: 'undecided', why: error.message };
    }
  },
  (outcome) => {
    state.outcome.value = outcome;
  },
);

/** The worker was stopped: what it was asked has no answer. */
export function forgetCase(): void {
  askCase.forget();
  clearCase();
}

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
  askCase({
    question: { values, movable, held, target: chosen },
    // What is wrong with a row is no longer so when one of its values was changed.
    problem: values === state.original.peek() ? state.rowProblem.peek() : undefined,
  });
});
