// Models and tables: opened, replaced, closed.
import { batch } from '@preact/signals';
import { EngineError } from '../engine/client.ts';
import type { GivenFile, Questions, TableInfo } from '../engine/messages.ts';
import { examples } from '../examples/index.ts';
import { attempt } from './attempt.ts';
import { chooseRow, clearCase, firstCase, forgetCase, setCase, setTarget } from './case.ts';
import { deep, quick } from './clients.ts';
import { isTable } from './is-table.ts';
import { askRows, forgetRows } from './rows.ts';
import * as state from './state.ts';

/** Files that only name things. */
const NAMES = /\.xmap$/i;

/** Open whatever was dropped or chosen: a model, a table, or both. */
export async function openFiles(files: readonly GivenFile[]): Promise<void> {
  state.notice.value = undefined;
  const names = files.find(({ name }) => NAMES.test(name));
  const rest = files.filter((file) => file !== names);
  const hadModel = state.model.peek() !== undefined;
  let opened = false;
  const known = await Promise.all(rest.map(async (file) => ({ file, table: await isTable(file) })));
  // Models come first.
  for (const { file, table } of known.sort((a, b) => Number(a.table) - Number(b.table))) {
    // A table of numbers may be a scorecard: where there is no model yet, it is looked at as one first.
    const asTable = (hadModel || opened) && table;
    const refused = asTable ? '' : await tryModel(file, names, table ? 'quiet' : 'loud');
    if (refused === undefined) {
      opened = true;
      continue;
    }
    if (state.notice.peek() !== undefined) return;
    if (state.model.peek() === undefined) {
      state.notice.value = {
        kind: 'info',
        title: `${file.name} looks like a table`,
        text: `Open the model first: the file that says how decisions are made. As a model, this file is refused: ${refused}`,
      };
      return;
    }
    await openTable(file);
  }
  state.pending.peek()?.();
}

/** Why the file is no model; undefined where it is one, and open now. What should be one is told aloud. */
async function tryModel(
  file: GivenFile,
  beside: GivenFile | undefined,
  voice: 'quiet' | 'loud',
): Promise<string | undefined> {
  try {
    await openModel(file, { beside });
    return undefined;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const isOther = error.code === 'unknown-format' || error.code === 'not-a-model';
    if (voice === 'quiet' || (isOther && state.model.peek() !== undefined)) return error.message;
    state.notice.value = {
      kind: 'error',
      title: `${file.name} cannot be used as a model`,
      text: error.message,
      ...(error.code === 'missing-bounds'
        ? {
            action: {
              label: 'Open it with numbers that have no bounds',
              run: () => void attempt(file.name, () => openModel(file, { unbounded: true, beside })),
            },
          }
        : {}),
    };
    return error.message;
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

/** @param begin - at a case of its own; a case that somebody else chooses must not be preceded by another decision. */
async function openModel(
  file: GivenFile,
  options: Omit<Questions['openModel']['ask'], 'file'> = {},
  begin = true,
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
    if (begin) setCase(firstCase(info), undefined);
  });
}

async function openTable(file: GivenFile): Promise<void> {
  state.progress.value = { share: 0, doing: `Reading ${file.name}` };
  // The first rows are shown as soon as they are there; where one goes from then on is one's own choice.
  let shown = false;
  const showFirst = ({ rows, mismatch }: TableInfo): void => {
    if (shown || rows === 0 || mismatch !== undefined) return;
    shown = true;
    if (state.row.peek() === undefined) state.tab.value = 'rows';
  };
  await attempt(file.name, async () => {
    const info = await quick.ask('openTable', { file }, (progress) => {
      batch(() => {
        state.progress.value = progress;
        if (progress.table === undefined) return;
        showTable(progress.table);
        showFirst(progress.table);
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
    showFirst(info);
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
  await openModel({ name: chosen.model.name, bytes: encode(chosen.model.text) }, {}, false);
  state.example.value = chosen.id;
  await openTable({ name: chosen.table.name, bytes: encode(chosen.table.text) });
  setTarget(chosen.wanted);
  await chooseRow(chosen.row);
}

/** Back to the start. */
export function close(): void {
  quick.stop();
  deep.stop();
  forgetRows();
  batch(() => {
    forgetCase();
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
