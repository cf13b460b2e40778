// Files from the page: chosen in a dialog, dropped anywhere, or given by `xpxlc serve`.
import type { GivenFile } from '../engine/messages.ts';
import { attempt } from './attempt.ts';
import { openFiles } from './open.ts';
import { notice } from './state.ts';

export async function openPicked(list: FileList | null): Promise<void> {
  const files = [...(list ?? [])];
  if (files.length === 0) return;
  const read = await Promise.all(
    files.map(
      async (file): Promise<GivenFile> => ({
        name: file.name,
        bytes: new Uint8Array(await file.arrayBuffer()),
      }),
    ),
  );
  await openFiles(read);
}

/** What `xpxlc serve` was given; it says so by `?given` in the address. */
export async function openGiven(): Promise<void> {
  await attempt('What the server has', async () => {
    const answer = await fetch('given');
    const given: Record<'model' | 'data', { name: string } | null> = await answer.json();
    const files: GivenFile[] = [];
    for (const part of ['model', 'data'] as const) {
      const about = given[part];
      if (about === null) continue;
      const content = await fetch(`given/${part}`);
      if (!content.ok) {
        notice.value = {
          kind: 'error',
          title: `${about.name} could not be read`,
          text: await content.text(),
        };
        return;
      }
      files.push({ name: about.name, bytes: new Uint8Array(await content.arrayBuffer()) });
    }
    for (const file of files) await openFiles([file]);
  });
}
