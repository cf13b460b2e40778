// A link that brings one back here. Model and data are in it only where that is said.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { type Inside, linkTo } from '../state/link.ts';
import { example, table } from '../state/state.ts';

const MEANINGS: Readonly<Record<Inside, string>> = {
  nothing: 'Who opens it is asked for the files.',
  case: 'Whoever has the link has the model and this case.',
  table: 'Whoever has the link has the model and all rows.',
};

export function LinkButton(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const inside = useSignal<Inside>('nothing');
  const link = useSignal('');
  const said = useSignal('');
  const make = async (): Promise<void> => {
    said.value = '';
    const made = await linkTo(inside.value);
    link.value = made.link;
    if (made.tooLong) said.value = 'Such a long link may not fit into every program.';
  };
  return (
    <>
      <button
        type="button"
        onClick={() => {
          void make().then(() => dialog.current?.showModal());
        }}
      >
        Link
      </button>
      <dialog ref={dialog} class="dialog" aria-labelledby="link-title">
        <h2 id="link-title">A link to this view</h2>
        {example.value === undefined ? (
          <>
            <p>
              <label>
                What the link holds besides the view{' '}
                <select
                  value={inside.value}
                  onChange={({ currentTarget }) => {
                    inside.value = currentTarget.value as Inside;
                    void make();
                  }}
                >
                  <option value="nothing">neither model nor data</option>
                  <option value="case">the model and this case</option>
                  {table.value === undefined ? null : (
                    <option value="table">the model and the whole table</option>
                  )}
                </select>
              </label>
            </p>
            <p class="hint">{MEANINGS[inside.value]}</p>
          </>
        ) : null}
        <textarea
          readOnly
          rows={4}
          value={link.value}
          aria-label="The link"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <p class="row-of-buttons">
          <button
            type="button"
            class="primary"
            onClick={() => {
              navigator.clipboard.writeText(link.value).then(
                () => {
                  said.value = 'Copied.';
                },
                () => {
                  said.value = 'Copying is not allowed here: mark the text and copy it.';
                },
              );
            }}
          >
            Copy
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </p>
        <p role="status">{said.value}</p>
      </dialog>
    </>
  );
}
