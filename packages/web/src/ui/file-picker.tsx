// Files from a dialog.

import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { openPicked } from '../state/files.ts';
import { model, tab } from '../state/state.ts';
import { attend } from './use-attention.ts';

/** Open files; then the focus goes to what there is to look at. */
export function openAndLook(files: FileList | null): void {
  void attend(() => openPicked(files), opened);
}

function opened(): 'decision' | 'rows' | undefined {
  if (model.peek() === undefined || tab.peek() === 'overview') return undefined;
  return tab.peek() === 'rows' ? 'rows' : 'decision';
}

export function FilePicker({ label, primary = false }: { label: string; primary?: boolean }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={primary ? 'primary' : ''} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          openAndLook(currentTarget.files);
          // The same file may be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
