// Answers about the case that take a while. They are asked for only where their section is open.
import { batch, effect } from '@preact/signals';
import { EngineError } from '../engine/client.ts';
import type { Case } from '../engine/messages.ts';
import { deep } from './clients.ts';
import * as state from './state.ts';

/** Numbers that take long follow when the case has come to rest. */
const REST = 250;

let timer: ReturnType<typeof setTimeout> | undefined;
/** The case that deep answers are about. */
let asked: Case | undefined;

effect(() => {
  const [decided, open, from] = [state.decided.value, state.open.value, state.listFrom.value];
  const values = decided?.question.values;
  if (timer !== undefined) clearTimeout(timer);
  if (values !== asked) forgetDeep(values);
  if (values === undefined || open.size === 0) return;
  timer = setTimeout(() => void askDeep(values, open, from), REST);
});

/** Numbers of another case must not be seen beside this one, nor beside one that is not decided. */
function forgetDeep(values: Case | undefined): void {
  if (deep.busy) deep.stop();
  asked = values;
  batch(() => {
    state.count.value = undefined;
    state.list.value = undefined;
    state.features.value = undefined;
  });
}

async function askDeep(values: Case, open: ReadonlySet<'all' | 'features'>, from: number): Promise<void> {
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
    // It was stopped, or a limit ended it.
    if (!(error instanceof EngineError)) throw error;
  }
}

/** Explanations on one page. */
export const PAGE = 20;
