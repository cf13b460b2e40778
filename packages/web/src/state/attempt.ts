// What may go wrong, and is told.
import { EngineError } from '../engine/client.ts';
import { notice, progress } from './state.ts';

/** Do something with a file, and say what went wrong. */
export async function attempt(
  name: string,
  act: () => Promise<unknown>,
  refused = `${name} cannot be opened`,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    // Something else was opened meanwhile.
    if (error.code === 'aborted') return;
    progress.value = undefined;
    notice.value = { kind: 'error', title: refused, text: error.message };
  }
}
