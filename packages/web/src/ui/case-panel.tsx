// The values of the case. Each can be changed by slider, number box or menu, and ticked to see whether the ticked ones suffice.
import { useSignal } from '@preact/signals';
import { type Feature, type NumericFeature, shortValue, type Value } from '@xpxlc/core';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { valueText } from 'xpxlc/view';
import { setValue, toggleHeld } from '../state/case.ts';
import { changed, decided, held, model, original, values } from '../state/state.ts';
import { useWide } from './use-wide.ts';

/** Features beyond this are found by their names. */
const SHOWN = 80;
/** From so many on there is something to search. */
const MANY = 12;

export function CasePanel(): JSX.Element | null {
  const wide = useWide();
  const search = useSignal('');
  const onlyReasons = useSignal(false);
  const info = model.value;
  const now = values.value;
  if (info === undefined || now === undefined) return null;
  const sought = search.value.trim().toLowerCase();
  const reasons = new Set(decided.value?.answer.reason.features);
  const matching = info.features.flatMap(({ name }, i) =>
    name.toLowerCase().includes(sought) && (!onlyReasons.value || reasons.has(i)) ? [i] : [],
  );
  // Those that matter come first where not all can be shown.
  const first =
    matching.length > SHOWN ? [...matching].sort((a, b) => rank(a, reasons) - rank(b, reasons)) : matching;
  const shown = first.slice(0, SHOWN);
  return (
    <details class="case-panel" open={wide}>
      <summary>
        <h2>The case</h2>
      </summary>
      <p class="hint">
        Change a value to see what follows. Tick “keep” to test by hand whether the ticked values are reason
        enough.
      </p>
      {info.features.length > MANY ? (
        <p class="find">
          <input
            type="search"
            placeholder={`Find one of ${info.features.length} features`}
            aria-label="Find a feature"
            value={search.value}
            onInput={({ currentTarget }) => {
              search.value = currentTarget.value;
            }}
          />
          <label>
            <input
              type="checkbox"
              checked={onlyReasons.value}
              onChange={({ currentTarget }) => {
                onlyReasons.value = currentTarget.checked;
              }}
            />{' '}
            only reasons
          </label>
        </p>
      ) : null}
      <ul class="controls">
        {shown.map((i) => (
          <Control key={i} index={i} feature={info.features[i]} value={now[i]} isReason={reasons.has(i)} />
        ))}
      </ul>
      {matching.length > shown.length ? (
        <p class="hint">{matching.length - shown.length} more: find them by name.</p>
      ) : null}
    </details>
  );
}

function rank(i: number, reasons: ReadonlySet<number>): number {
  return (reasons.has(i) ? 0 : 1e9) + i;
}

interface ControlProps {
  readonly index: number;
  readonly feature: Feature;
  readonly value: Value;
  /** It is part of the explanation shown. */
  readonly isReason: boolean;
}

function Control({ index, feature, value, isReason }: ControlProps): JSX.Element {
  const id = `feature-${index}`;
  const label = isReason ? `${feature.name}, reason` : feature.name;
  const isChanged = changed.value.includes(index);
  const before = original.value?.[index] ?? null;
  return (
    <li
      class={`control ${feature.kind === 'categorical' ? 'choice' : 'amount'}${isReason ? ' reason' : ''}${isChanged ? ' changed' : ''}`}
    >
      <label class="control-name" for={id}>
        {feature.name}
        {isReason ? <span class="badge">reason</span> : null}
      </label>
      <label class="keep">
        <input
          type="checkbox"
          checked={held.value.includes(index)}
          onChange={() => toggleHeld(index)}
          aria-label={`keep ${feature.name}`}
        />{' '}
        keep
      </label>
      <div class="control-value">
        {feature.kind === 'categorical' ? (
          <select
            id={id}
            aria-label={label}
            value={String(value)}
            onChange={({ currentTarget }) => setValue(index, currentTarget.value)}
          >
            {typeof value === 'string' && feature.values.includes(value) ? null : (
              <option value={String(value)}>{value === null ? 'missing' : `${value} (unknown)`}</option>
            )}
            {feature.values.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <NumberControl id={id} label={label} index={index} feature={feature} value={value} />
        )}
      </div>
      {isChanged ? <span class="before">was {valueText(feature, before)}</span> : null}
    </li>
  );
}

interface NumberControlProps {
  readonly id: string;
  readonly label: string;
  readonly index: number;
  readonly feature: NumericFeature;
  readonly value: Value;
}

function NumberControl({ id, label, index, feature, value }: NumberControlProps): JSX.Element {
  const { lower, upper, unit, missing, name } = feature;
  const isMissing = value === null || Number.isNaN(value);
  const bounded = Number.isFinite(lower) && Number.isFinite(upper) && upper > lower;
  const box = useRef<HTMLInputElement>(null);
  // What is being typed is left alone: `12.` and `1e` are on the way to something else than the number that they are.
  useLayoutEffect(() => {
    const { current } = box;
    if (current !== null && !Object.is(meaning(current.value), value))
      current.value = typeof value === 'number' && !isMissing ? String(value) : '';
  }, [value, isMissing]);
  const take = (text: string): void => setValue(index, meaning(text));
  return (
    <>
      {bounded ? (
        <input
          type="range"
          aria-label={`${name}, slider`}
          min={lower}
          max={upper}
          step={stepOf(feature)}
          value={typeof value === 'number' && !isMissing ? value : lower}
          disabled={isMissing}
          onInput={({ currentTarget }) => take(currentTarget.value)}
        />
      ) : null}
      <span class="number-box">
        <input
          id={id}
          ref={box}
          aria-label={label}
          type="number"
          {...(Number.isFinite(lower) ? { min: lower } : {})}
          {...(Number.isFinite(upper) ? { max: upper } : {})}
          step={feature.kind === 'integer' ? 1 : 'any'}
          disabled={isMissing}
          required={!isMissing}
          onInput={({ currentTarget }) => take(currentTarget.value)}
        />
        {unit === undefined ? null : <span class="unit">{unit}</span>}
      </span>
      {typeof value === 'string' && value !== '' ? <span class="before">{value}: not a number</span> : null}
      {missing === undefined ? null : (
        <label class="missing">
          <input
            type="checkbox"
            checked={isMissing}
            onChange={({ currentTarget }) =>
              setValue(index, currentTarget.checked ? null : Math.min(Math.max(0, lower), upper))
            }
          />{' '}
          missing{typeof missing === 'number' ? ` (counts as ${shortValue(missing)})` : ''}
        </label>
      )}
    </>
  );
}

/** The number, or the text where it is none: the case has no decision then. */
function meaning(text: string): Value {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? text : number;
}

/** Some two hundred positions, at round numbers. */
function stepOf({ kind, lower, upper }: NumericFeature): number {
  if (kind === 'integer') return Math.max(1, Math.round((upper - lower) / 1000));
  const rough = (upper - lower) / 200;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= rough) ?? rough;
}
