// What would change the decision: smallest sets of features whose change alone can, each with a changed case beside the original.

import type { Feature } from '@xpxlc/core';
import type { JSX } from 'preact';
import { CasesTable, ContrastText, listed } from 'xpxlc/components';
import { changeView } from 'xpxlc/plot';
import { valueText } from 'xpxlc/view';
import type { Case, Contrast, Movement } from '../engine/messages.ts';
import { setMovable, setTarget, setValues } from '../state/case.ts';
import { type Decided, model, movable, target } from '../state/state.ts';
import { Figure } from './figure.tsx';

export function Change({ answer, question }: Decided): JSX.Element | null {
  const info = model.value;
  if (info === undefined) return null;
  const { contrasts, none, complete, given } = answer;
  return (
    <section class="section" aria-labelledby="change-title">
      <h2 id="change-title">What would change it?</h2>
      <p class="hint">
        Each line is a <dfn>contrast</dfn>: a smallest set of values whose change alone leads to another
        decision. All other values stay as they are.
      </p>
      <Wanted classes={info.classes} own={answer.decision.class} />
      <Movables features={info.features} />
      {given.length === 0 ? null : <p class="given">Given that {listed(given)}.</p>}
      {none === undefined ? null : <p class="sentence">{none}</p>}
      <ol class="contrasts">
        {contrasts.map((contrast, i) => (
          <ContrastItem
            key={`${contrast.features.join()} ${contrast.class}`}
            contrast={contrast}
            features={info.features}
            now={question.values}
            own={answer.decision.class}
            open={i === 0}
          />
        ))}
      </ol>
      {complete || contrasts.length === 0 ? null : (
        <p class="hint">There are more ways; these take the fewest changes.</p>
      )}
    </section>
  );
}

/** With two classes the other one is meant; with more, one can be chosen. */
function Wanted({ classes, own }: { classes: readonly string[]; own: string }): JSX.Element | null {
  if (classes.length === 2) return null;
  return (
    <p>
      <label>
        Wanted decision{' '}
        <select
          value={target.value ?? ''}
          onChange={({ currentTarget }) =>
            setTarget(currentTarget.value === '' ? undefined : currentTarget.value)
          }
        >
          <option value="">any other</option>
          {classes
            .filter((name) => name !== own || name === target.value)
            .map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
        </select>
      </label>
    </p>
  );
}

const RULES: readonly (readonly [Movement, string])[] = [
  ['free', 'may change'],
  ['fixed', 'cannot change'],
  ['up', 'can only rise'],
  ['down', 'can only fall'],
];

function Movables({ features }: { features: readonly Feature[] }): JSX.Element {
  const said = Object.keys(movable.value).length;
  return (
    <details class="movables">
      <summary>
        What can change?{said === 0 ? ' Everything, so far.' : ` ${said} of ${features.length} restricted.`}
      </summary>
      <ul class="movable-list">
        {features.map((feature) => {
          const now = movable.value[feature.name] ?? 'free';
          return (
            <li key={feature.name}>
              <label>
                <span>{feature.name}</span>
                <select
                  value={now}
                  onChange={({ currentTarget }) => setMovable(feature.name, currentTarget.value as Movement)}
                >
                  {RULES.filter(
                    ([rule]) => feature.kind !== 'categorical' || rule === 'free' || rule === 'fixed',
                  ).map(([rule, label]) => (
                    <option key={rule} value={rule}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

interface ContrastItemProps {
  readonly contrast: Contrast;
  readonly features: readonly Feature[];
  readonly now: Case;
  readonly own: string;
  readonly open: boolean;
}

function ContrastItem({ contrast, features, now, own, open }: ContrastItemProps): JSX.Element {
  const { class: name, values: then, view } = contrast;
  const names = features.map((feature) => feature.name);
  return (
    <li>
      <details open={open}>
        <summary>
          <ContrastText contrast={contrast} names={contrast.features.map((i) => names[i])} />
        </summary>
        {then === undefined ? (
          <p class="hint">It changes only at numbers that no computer number hits exactly.</p>
        ) : (
          <>
            <CasesTable
              name="beside"
              names={names}
              shown={contrast.features}
              own={{ title: `Now: ${own}`, text: (i) => valueText(features[i], now[i]) }}
              others={[{ title: `Then: ${name}`, text: (i) => valueText(features[i], then[i]) }]}
            />
            {view === undefined ||
            contrast.features.every((i) => features[i].kind === 'categorical') ? null : (
              <Figure name="change" plot={changeView} of={view} />
            )}
            <button type="button" onClick={() => setValues(then)}>
              Try this case
            </button>
          </>
        )}
      </details>
    </li>
  );
}
