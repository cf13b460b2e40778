// The file of explanations from elsewhere that a command is given.
import { readContent } from '../import/content.ts';
import { UsageError } from './exit.ts';
import { readAll } from './instance.ts';
import type { Io } from './io.ts';

/** The text of the file of explanations, and what to call it. */
export async function readExplanations(
  path: string,
  io: Io,
): Promise<{ readonly text: string; readonly name: string }> {
  if (path === '-') return { text: await readAll(io), name: 'stdin' };
  const { text } = await readContent(path);
  return { text, name: path };
}

/** Explanations or the table may be on standard input, not both. */
export function oneOnStdin(explanations: string, table: boolean): void {
  if (explanations === '-' && table)
    throw new UsageError('explanations and the table cannot both come from standard input', {
      place: '--explanations -',
    });
}
