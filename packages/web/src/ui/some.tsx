// Long lists begin short: the first ones, and a button for the others.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';

interface SomeProps<T> {
  readonly list: readonly T[];
  /** So many are shown at first. */
  readonly most: number;
  /** How one is shown, by its place among those shown. */
  readonly show: (item: T, place: number, shown: number) => ComponentChildren;
  /** What they are, for the button: `values`. */
  readonly what: string;
}

/** One more is never hidden: the button would take as much room. */
export function Some<T>({ list, most, show, what }: SomeProps<T>): JSX.Element {
  const all = useSignal(false);
  const isLong = list.length > most + 1;
  const shown = isLong && !all.value ? list.slice(0, most) : list;
  return (
    <>
      {shown.map((item, place) => show(item, place, isLong && !all.value ? shown.length + 1 : shown.length))}
      {isLong ? (
        <button
          type="button"
          class="quiet"
          aria-expanded={all.value}
          onClick={() => {
            all.value = !all.value;
          }}
        >
          {all.value ? `fewer ${what}` : `${list.length - most} more ${what}`}
        </button>
      ) : null}
    </>
  );
}

/** Names in a sentence; of many, the first and how many more. */
export function someNames(names: readonly string[], most = 6): string {
  if (names.length <= most + 1) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}
