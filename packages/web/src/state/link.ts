// The view as an address. It holds what is looked at; model and data only where that was said.
import { batch, effect } from '@preact/signals';
import { chooseRow, setCase } from './case.ts';
import { isModelOpen, openExample, openedFiles, openFiles } from './open.ts';
import { fromBase64, packText, toBase64, unpackText } from './packed.ts';
import { askRows } from './rows.ts';
import * as state from './state.ts';
import { toView, type View } from './view-of-link.ts';

/** What goes into a link besides the view. */
export type Inside = 'nothing' | 'case' | 'table';

/** Many programs cut longer addresses. */
const LONG = 8000;

export async function linkTo(inside: Inside): Promise<{ readonly link: string; readonly tooLong: boolean }> {
  const { modelFile, tableFile } = openedFiles();
  const file = ({ name, bytes }: { name: string; bytes: Uint8Array }) => ({ name, base64: toBase64(bytes) });
  const example = state.example.peek();
  const own = example === undefined;
  const row = state.row.peek();
  const values = state.values.peek();
  // The values of a row are data of the table; those that were changed by hand are not.
  const ofRow = row !== undefined && !(own && inside === 'case');
  const view: View = {
    version: 1,
    tab: state.tab.peek(),
    example,
    ...(ofRow ? { row } : { values }),
    edits: ofRow && values !== undefined ? state.changed.peek().map((i) => [i, values[i]] as const) : [],
    movable: state.movable.peek(),
    ...(state.target.peek() === undefined ? {} : { target: state.target.peek() as string }),
    held: state.held.peek(),
    open: [...state.open.peek()],
    query: state.query.peek(),
    ...(own && inside !== 'nothing' && modelFile !== undefined ? { model: file(modelFile) } : {}),
    ...(own && inside === 'table' && tableFile !== undefined ? { table: file(tableFile) } : {}),
    needs: {
      model: state.model.peek()?.name ?? '',
      ...(state.table.peek() === undefined || (own && inside === 'case')
        ? {}
        : { table: state.table.peek()?.name ?? '' }),
    },
  };
  const { origin, pathname, search, protocol, href } = location;
  const base = protocol === 'file:' ? href.split('#', 1)[0] : `${origin}${pathname}${search}`;
  const link = `${base}#view=${await packText(view)}`;
  return { link, tooLong: link.length > LONG };
}

/** Show what the address asks for. Files that it does not hold are asked for, and the rest follows when they are open. */
export async function followLink(): Promise<void> {
  const text = new URLSearchParams(location.hash.slice(1)).get('view');
  if (text === null) return;
  let view: View;
  try {
    view = toView(await unpackText(text));
  } catch {
    state.notice.value = {
      kind: 'error',
      title: 'This link is broken',
      text: 'Perhaps it was cut off on its way.',
    };
    return;
  }
  if (view.example !== undefined) await openExample(view.example);
  else if (view.model !== undefined)
    await openFiles([view.model, ...(view.table === undefined ? [] : [view.table])].map(unfile));
  if (isModelOpen() && (view.needs.table === undefined || state.table.peek() !== undefined)) {
    await apply(view);
    return;
  }
  state.pending.value = () => {
    if (view.needs.table !== undefined && state.table.peek() === undefined) return;
    state.pending.value = undefined;
    void apply(view);
  };
  const { model, table } = view.needs;
  state.notice.value = {
    kind: 'info',
    title: 'This link holds a view, but no files',
    text: `Open the model ${model}${table === undefined ? '' : ` and the table ${table}`} to see it.`,
  };
}

function unfile({ name, base64 }: { readonly name: string; readonly base64: string }): {
  name: string;
  bytes: Uint8Array;
} {
  return { name, bytes: fromBase64(base64) };
}

async function apply(view: View): Promise<void> {
  const features = state.model.peek()?.features ?? [];
  if (view.row !== undefined) await chooseRow(view.row);
  batch(() => {
    if (view.values?.length === features.length) setCase(view.values, undefined);
    const now = state.values.peek();
    // What is as it was in the table is the table's row, with what is wrong with it.
    if (now !== undefined && view.row !== undefined && view.edits.length > 0) {
      const edits = new Map(view.edits);
      state.values.value = now.map((value, i) => (edits.has(i) ? (edits.get(i) ?? null) : value));
    }
    const names = new Set(features.map(({ name }) => name));
    state.movable.value = Object.fromEntries(
      Object.entries(view.movable).filter(([name]) => names.has(name)),
    );
    state.target.value = view.target;
    state.held.value = view.held.filter((i) => i < features.length);
    state.open.value = new Set(view.open);
    state.tab.value = state.table.peek() === undefined ? 'decision' : view.tab;
  });
  await askRows(view.query);
}

/** Milliseconds without a change, after which the address follows. */
const REST = 400;

/** Keep the address to what is shown, so that a reload finds it again. Model and data are not in it. */
export function keepAddress(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const isOpen = state.model.value !== undefined;
    // What a view is made of; the effect runs again when one of these changes.
    void [state.tab.value, state.row.value, state.values.value, state.movable.value, state.target.value];
    void [state.held.value, state.open.value, state.query.value, state.table.value, state.example.value];
    clearTimeout(timer);
    if (!isOpen) return;
    timer = setTimeout(() => {
      void linkTo('nothing').then(({ link }) => {
        if (isModelOpen()) history.replaceState(null, '', link);
      });
    }, REST);
  });
}
