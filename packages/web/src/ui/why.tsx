// Why: a smallest explanation as a sentence.

import type { JSX } from 'preact';
import { setHeld } from '../state/case.ts';
import { type Decided, model, wide } from '../state/state.ts';
import { Some } from './some.tsx';

export function Why({ answer }: Decided): JSX.Element {
  const { reason, decision } = answer;
  const literals = wide.value ? reason.wide : reason.literals;
  const others = (model.value?.features.length ?? 0) - reason.features.length;
  return (
    <section class="section" aria-labelledby="why-title">
      <h2 id="why-title">Why?</h2>
      <p class="sentence">
        {literals.length === 0 ? (
          <>
            Whatever the values are, the decision is <strong>{decision.class}</strong>: nothing needs to be
            kept.
          </>
        ) : (
          <>
            As long as{' '}
            <Some
              list={literals}
              most={12}
              what="values"
              show={(text, i, shown) => (
                <span key={text}>
                  {i === 0 ? null : i === shown - 1 ? ' and ' : ', '}
                  <mark>{text}</mark>
                </span>
              )}
            />
            , the decision is <strong>{decision.class}</strong>
            {others === 0
              ? '. It takes all values.'
              : `, whatever the other ${others === 1 ? 'value is' : `${others} values are`}.`}
          </>
        )}
      </p>
      <p class="hint">
        {reason.atLeast === undefined ? (
          <>
            This is an <dfn>explanation</dfn>: a smallest set of values that fixes the decision. No smaller
            set does; that is proved, not estimated.
          </>
        ) : (
          <>
            This is an <dfn>explanation</dfn>: a set of values that fixes the decision, and none of them can
            be left out; that is proved. Whether another set is smaller was not found out in time: it would
            have at least {reason.atLeast} values.
          </>
        )}
      </p>
      {literals.length === 0 ? null : (
        <p class="row-of-buttons">
          <label>
            <input
              type="checkbox"
              checked={wide.value}
              onChange={({ currentTarget }) => {
                wide.value = currentTarget.checked;
              }}
            />{' '}
            As wide as possible: how far each value may go while the decision stays
          </label>
          <button type="button" class="quiet" onClick={() => setHeld(reason.features)}>
            Tick these
          </button>
        </p>
      )}
    </section>
  );
}
