// A section whose answer takes a while: it is asked for when the section is opened.
import type { ComponentChildren, JSX } from 'preact';
import { open } from '../state/state.ts';

interface LazySectionProps {
  readonly id: 'all' | 'features';
  readonly title: string;
  readonly children: ComponentChildren;
}

export function LazySection({ id, title, children }: LazySectionProps): JSX.Element {
  const isOpen = open.value.has(id);
  const toggle = (wanted: boolean): void => {
    if (wanted === open.peek().has(id)) return;
    const next = new Set(open.peek());
    if (wanted) next.add(id);
    else next.delete(id);
    open.value = next;
  };
  return (
    <section class="section" aria-label={title}>
      <details open={isOpen} onToggle={({ currentTarget }) => toggle(currentTarget.open)}>
        <summary>
          <h2>{title}</h2>
        </summary>
        {isOpen ? children : null}
      </details>
    </section>
  );
}
