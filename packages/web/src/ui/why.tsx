// Why: a smallest explanation as a sentence, and the picture of why exactly these.

import { useSignal } from '@preact/signals';
import { shortNumber } from '@xpxlc/core';
import type { JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import { contributions, type DropBarData, dropBar } from 'xpxlc/plot';
import type { CaseAnswer } from '../engine/messages.ts';
import { setHeld } from '../state/case.ts';
import { model } from '../state/state.ts';
import { Figure, type Look } from './figure.tsx';
import { Some } from './some.tsx';

export function Why({ answer }: { answer: CaseAnswer }): JSX.Element {
  const wide = useSignal(false);
  const { reason, decision, drops, contributions: parts } = answer;
  const all = model.value?.features ?? [];
  const literals = wide.value ? reason.wide : reason.literals;
  const others = all.length - reason.features.length;
  const drawDrops = useCallback((look: Look) => dropBar(drops, look), [drops]);
  const drawParts = useCallback((look: Look) => contributions(parts, look), [parts]);
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
        This is an <dfn>explanation</dfn>: a smallest set of values that fixes the decision. No smaller set
        does; that is proved, not estimated.
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
      <h3>Why exactly these?</h3>
      <p class="hint">
        The <dfn>drop</dfn> of a value, its bar, is how far the margin can fall if only this value changes.
        What is kept cannot fall{others === 0 ? '.' : <>; {restText(drops)}</>}
      </p>
      <Figure name="why" draw={drawDrops} />
      <details>
        <summary>What each value adds to the margin</summary>
        <Figure name="contributions" draw={drawParts} />
      </details>
    </section>
  );
}

/** What those that may be anything can do at worst. */
function restText({ panels, unit }: DropBarData): string {
  const bounded = panels.length === 1 && Number.isFinite(panels[0].total - panels[0].held);
  if (!bounded) return 'all others together cannot use up the margin against any other decision.';
  const [{ total, held, margin }] = panels;
  const amount = (x: number): string => `${shortNumber(x)}${unit === 'points' ? ' points' : ''}`;
  const [lost, lead] = [amount(total - held), amount(margin)];
  return lost === lead
    ? `all others together can take away ${lost} at most, which the margin just bears.`
    : `all others together can take away ${lost} at most, and the margin is ${lead}: it lasts.`;
}
