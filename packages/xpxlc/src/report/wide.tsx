// A table that may be wider than a phone: it scrolls by itself, with the keyboard, too.
import type { ComponentChildren, JSX } from 'preact';

/** A table with more rows may be divided between pages. */
export const SHORT = 15;

export function Wide({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    // biome-ignore lint/a11y/useSemanticElements: a group of no form
    <div class="wide" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
