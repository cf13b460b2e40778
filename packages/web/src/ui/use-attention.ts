// Where the focus goes when what had it is gone: to what was asked for, so that keyboards go on from there and screen readers say it.
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { attention } from '../state/state.ts';

type Place = NonNullable<typeof attention.value>;

/** The element that takes the focus when it is meant for this place; it has a `tabIndex`. */
export function useAttention<E extends HTMLElement>(place: Place): RefObject<E | null> {
  const element = useRef<E>(null);
  const isMeant = attention.value === place;
  useEffect(() => {
    if (!isMeant) return;
    attention.value = undefined;
    element.current?.focus();
  }, [isMeant]);
  return element;
}

/** Do what opens something; then the focus goes there, unless it has gone elsewhere meanwhile. */
export async function attend(act: () => Promise<unknown>, place: () => Place | undefined): Promise<void> {
  const before = document.activeElement;
  await act();
  const now = document.activeElement;
  if (now === null || now === document.body || now === before) attention.value = place();
}
