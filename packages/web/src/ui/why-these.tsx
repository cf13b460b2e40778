// Why exactly these: the drops of the values against what is needed, and what each value adds.
import { shortNumber } from '@xpxlc/core';
import type { JSX } from 'preact';
import { contributions, type DropBarData, dropBar } from 'xpxlc/plot';
import { type Decided, model } from '../state/state.ts';
import { Figure } from './figure.tsx';

export function WhyThese({ answer }: Decided): JSX.Element {
  const { reason, drops, contributions: parts } = answer;
  const others = (model.value?.features.length ?? 0) - reason.features.length;
  return (
    <section class="section" aria-labelledby="these-title">
      <h2 id="these-title">Why exactly these values?</h2>
      <p class="hint">
        The <dfn>drop</dfn> of a value, its bar, is how far the margin can fall if only this value changes.
        What is kept cannot fall{others === 0 ? '.' : <>; {restText(drops)}</>}
      </p>
      <Figure name="why" plot={dropBar} of={drops} />
      <details>
        <summary>What each value adds to the margin</summary>
        <Figure name="contributions" plot={contributions} of={parts} />
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
