// What the page shows now. Signals only; what changes them is in the files beside.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type {
  Around,
  Case,
  CaseAnswer,
  CaseQuestion,
  CountAnswer,
  FeaturesAnswer,
  ListAnswer,
  ModelInfo,
  Movable,
  PopulationAnswer,
  Progress,
  RowsQuery,
  TableInfo,
} from '../engine/messages.ts';

export type Tab = 'decision' | 'rows' | 'overview';

/** Something that went wrong, or that is worth knowing, above everything else. */
export interface Notice {
  readonly kind: 'error' | 'info';
  readonly title: string;
  readonly text: string;
  /** What can be done about it. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

export const EMPTY_QUERY: RowsQuery = { text: '', classes: [], onlyProblems: false, ranges: {}, values: {} };

export const model: Signal<ModelInfo | undefined> = signal(undefined);
export const table: Signal<TableInfo | undefined> = signal(undefined);
/** The built-in example that is open, by its name. */
export const example: Signal<string | undefined> = signal(undefined);
export const tab: Signal<Tab> = signal('decision');
export const notice: Signal<Notice | undefined> = signal(undefined);
/** What a link asks for, once the files that it needs are open. */
export const pending: Signal<(() => void) | undefined> = signal(undefined);
export const progress: Signal<Progress | undefined> = signal(undefined);
/** Light, dark, or what the system prefers. */
export const theme: Signal<'auto' | 'light' | 'dark'> = signal('auto');

/** Which rows are listed, and how many that are. */
export const query: Signal<RowsQuery> = signal(EMPTY_QUERY);
export const found: Signal<number> = signal(0);
/** Counts up when the listed rows are others than before. */
export const listed: Signal<number> = signal(0);

/** The row that is looked at, from 0 (the page shows it from 1); undefined for a case that is in no table. */
export const row: Signal<number | undefined> = signal(undefined);
/** The same as people count. */
export const rowNumber: ReadonlySignal<number | undefined> = computed(() =>
  row.value === undefined ? undefined : row.value + 1,
);
/** Why the row cannot be decided as it is in the table. */
export const rowProblem: Signal<string | undefined> = signal(undefined);
/** Where the row is among those that are listed. */
export const around: Signal<Around | undefined> = signal(undefined);
/** "As wide as possible" is ticked. */
export const wide: Signal<boolean> = signal(false);
/** What is to have the focus, as soon as it is there. */
export const attention: Signal<'decision' | 'rows' | 'held' | undefined> = signal(undefined);
/** The case as it is in the table, and as it was changed by hand. */
export const original: Signal<Case | undefined> = signal(undefined);
export const values: Signal<Case | undefined> = signal(undefined);
export const movable: Signal<Movable> = signal({});
export const target: Signal<string | undefined> = signal(undefined);
/** Features ticked by hand. */
export const held: Signal<readonly number[]> = signal([]);

/**
 * Whether the case is decided. All that is shown or saved of a decision comes from here, with the very question that it answers: of a case
 * that is not decided there is nothing to show, whatever was decided before.
 */
export type Outcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'decided'; readonly question: CaseQuestion; readonly answer: CaseAnswer }
  | { readonly kind: 'undecided'; readonly why: string };

/** A decision, with the question that it answers. */
export type Decided = Extract<Outcome, { kind: 'decided' }>;

export const outcome: Signal<Outcome> = signal({ kind: 'waiting' });
export const decided: ReadonlySignal<Decided | undefined> = computed(() =>
  outcome.value.kind === 'decided' ? outcome.value : undefined,
);

export const count: Signal<CountAnswer | undefined> = signal(undefined);
export const list: Signal<ListAnswer | undefined> = signal(undefined);
export const features: Signal<FeaturesAnswer | undefined> = signal(undefined);
/** What takes long is asked for only where its section is open. */
export const open: Signal<ReadonlySet<'all' | 'features'>> = signal(new Set());
/** The place of the first explanation that is listed. */
export const listFrom: Signal<number> = signal(0);

export const population: Signal<PopulationAnswer | undefined> = signal(undefined);
export const populationBusy: Signal<boolean> = signal(false);
export const protectedFeatures: Signal<readonly string[]> = signal([]);

/** Features whose value is not the table's. */
export const changed: ReadonlySignal<readonly number[]> = computed(() => {
  const [now, before] = [values.value, original.value];
  if (now === undefined || before === undefined) return [];
  return now.flatMap((value, i) => (Object.is(value, before[i]) ? [] : [i]));
});
