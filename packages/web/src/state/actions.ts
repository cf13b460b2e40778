// What people do, and what follows from it.
import { batch, effect } from '@preact/signals';
import type { Value } from '@xpxlc/core';
import { Client, EngineError, latest } from '../engine/client.ts';
import type {
  Case,
  CaseQuestion,
  GivenFile,
  ModelInfo,
  Movement,
  Questions,
  RowsQuery,
  TableInfo,
} from '../engine/messages.ts';
import { startWorker } from '../engine/start-worker.ts';
import { examples } from '../examples/index.ts';
import * as state from './state.ts';

/** Holds the table and answers at once. */
export const quick: Client = new Client(() => startWorker('quick'));

/** Answers what may take a while. It is stopped when the case is another one meanwhile. */
export const deep: Client = new Client(
  () => startWorker('deep'),
  () => {
    const info = state.model.peek();
    return info === undefined ? [] : [{ question: 'useModel', ask: { model: info.model } }];
  },
);

const TABLES = /\.(csv|tsv|txt|ndjson|jsonl|parquet)(\.gz)?$/i;
const NAMES = /\.xmap$/i;

/** Open whatever was dropped or chosen: a model, a table, or both. */
export async function openFiles(files: readonly GivenFile[]): Promise<void> {
  state.notice.value = undefined;
  const names = files.find(({ name }) => NAMES.test(name));
  const rest = files.filter((file) => file !== names);
  const hadModel = state.model.peek() !== undefined;
  let opened = false;
  for (const file of [...rest].sort((a, b) => Number(TABLES.test(a.name)) - Number(TABLES.test(b.name)))) {
    // A table of numbers may be a scorecard: where there is no model yet, it is looked at as one first.
    const asTable = (hadModel || opened) && TABLES.test(file.name);
    if (!asTable && (await tryModel(file, names, TABLES.test(file.name) ? 'quiet' : 'loud'))) {
      opened = true;
      continue;
    }
    if (state.notice.peek() !== undefined) return;
    if (state.model.peek() === undefined) {
      state.notice.value = {
        kind: 'info',
        title: `${file.name} looks like a table`,
        text: 'Open the model first: the file that says how decisions are made.',
      };
      return;
    }
    await openTable(file);
  }
  state.pending.peek()?.();
}

/** Whether the file is a model; if it should be one, what is wrong is said. */
async function tryModel(
  file: GivenFile,
  beside: GivenFile | undefined,
  voice: 'quiet' | 'loud',
): Promise<boolean> {
  try {
    await openModel(file, beside === undefined ? {} : { beside });
    return true;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const isOther = error.code === 'unknown-format' || error.code === 'not-a-model';
    if (voice === 'quiet' || (isOther && state.model.peek() !== undefined)) return false;
    state.notice.value = {
      kind: 'error',
      title: `${file.name} cannot be used as a model`,
      text: error.message,
      ...(error.code === 'missing-bounds'
        ? {
            action: {
              label: 'Open it with numbers that have no bounds',
              run: () =>
                void attempt(file.name, () =>
                  openModel(file, { unbounded: true, ...(beside === undefined ? {} : { beside }) }),
                ),
            },
          }
        : {}),
    };
    return false;
  }
}

/** Do something with a file, and say what went wrong. */
export async function attempt(name: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    state.progress.value = undefined;
    state.notice.value = { kind: 'error', title: `${name} cannot be opened`, text: error.message };
  }
}

/** Kept for links; larger files fit into none. */
const KEPT = 4 * 2 ** 20;
const opened: { modelFile: GivenFile | undefined; tableFile: GivenFile | undefined } = {
  modelFile: undefined,
  tableFile: undefined,
};

/** The files that are open, where they are small enough for a link. */
export function openedFiles(): Readonly<typeof opened> {
  return opened;
}

function kept(file: GivenFile): GivenFile | undefined {
  return file.bytes.length <= KEPT ? file : undefined;
}

export function isModelOpen(): boolean {
  return state.model.peek() !== undefined;
}

async function openModel(
  file: GivenFile,
  options: Omit<Questions['openModel']['ask'], 'file'> = {},
): Promise<void> {
  const info = await quick.ask('openModel', { file, ...options });
  deep.stop();
  opened.modelFile = kept(file);
  opened.tableFile = undefined;
  batch(() => {
    clearCase();
    state.model.value = info;
    state.example.value = undefined;
    state.table.value = undefined;
    state.tab.value = 'decision';
    state.query.value = state.EMPTY_QUERY;
    setCase(firstCase(info), undefined);
  });
}

async function openTable(file: GivenFile): Promise<void> {
  state.progress.value = { share: 0, doing: `Reading ${file.name}` };
  await attempt(file.name, async () => {
    const info = await quick.ask('openTable', { file }, (progress) => {
      batch(() => {
        state.progress.value = progress;
        if (progress.table !== undefined) showTable(progress.table);
      });
    });
    opened.tableFile = kept(file);
    batch(() => {
      state.progress.value = undefined;
      showTable(info);
    });
    await askRows(state.query.peek());
    if (info.mismatch !== undefined) {
      state.notice.value = {
        kind: 'error',
        title: `${file.name} does not go with the model`,
        text: info.mismatch.message,
      };
      return;
    }
    if (state.row.peek() === undefined && info.rows > 0) {
      state.tab.value = 'rows';
    }
  });
}

function showTable(info: TableInfo): void {
  if (state.table.peek()?.name !== info.name) state.population.value = undefined;
  state.table.value = info;
  // Until all rows are there, those that are there are listed.
  if (!info.complete) state.found.value = info.rows;
  state.listed.value += 1;
}

/** Open a built-in example, at the row that it is about. */
export async function openExample(name: string): Promise<void> {
  const chosen = examples.find(({ id }) => id === name);
  if (chosen === undefined) return;
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  state.notice.value = undefined;
  await openModel({ name: chosen.model.name, bytes: encode(chosen.model.text) });
  state.example.value = chosen.id;
  await openTable({ name: chosen.table.name, bytes: encode(chosen.table.text) });
  await chooseRow(chosen.row);
  setTarget(chosen.wanted);
}

/** Back to the start. */
export function close(): void {
  quick.stop();
  deep.stop();
  batch(() => {
    clearCase();
    state.model.value = undefined;
    state.table.value = undefined;
    state.example.value = undefined;
    state.notice.value = undefined;
    state.progress.value = undefined;
    state.population.value = undefined;
    state.query.value = state.EMPTY_QUERY;
  });
  history.replaceState(null, '', location.pathname + location.search);
}

/** Look at a row of the table. */
export async function chooseRow(row: number): Promise<void> {
  await attempt(`row ${row}`, async () => {
    const { values } = await quick.ask('caseOf', { row });
    setCase(values, row);
    state.tab.value = 'decision';
  });
}

function clearCase(): void {
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
function firstCase({ features }: ModelInfo): Case {
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
  askCase({ values, movable, held, ...(target === undefined ? {} : { target }) });
});

/** Numbers that take long follow when the case has come to rest. */
const REST = 250;

let timer: ReturnType<typeof setTimeout> | undefined;

effect(() => {
  const [values, open, from] = [state.values.value, state.open.value, state.listFrom.value];
  if (timer !== undefined) clearTimeout(timer);
  if (values === undefined || open.size === 0) return;
  timer = setTimeout(() => void askDeep(values, open, from), REST);
});

/** The case that deep answers are about. */
let asked: Case | undefined;

async function askDeep(values: Case, open: ReadonlySet<'all' | 'features'>, from: number): Promise<void> {
  if (asked !== values) {
    if (deep.busy) deep.stop();
    asked = values;
    batch(() => {
      state.count.value = undefined;
      state.list.value = undefined;
      state.features.value = undefined;
    });
  }
  const still = (): boolean => asked === values;
  try {
    if (open.has('all')) {
      const list = await deep.ask('list', { values, from, most: PAGE });
      if (still()) state.list.value = list;
      if (state.count.peek() === undefined) {
        const count = await deep.ask('count', { values });
        if (still()) state.count.value = count;
      }
    }
    if (open.has('features') && state.features.peek() === undefined) {
      const features = await deep.ask('features', { values });
      if (still()) state.features.value = features;
    }
  } catch (error) {
    // A case that cannot be explained has said so already.
    if (!(error instanceof EngineError)) throw error;
  }
}

/** Explanations on one page. */
export const PAGE = 20;
