// Files from a dialog.

import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { openPicked } from '../state/files.ts';

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
          void openPicked(currentTarget.files);
          // The same file may be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
