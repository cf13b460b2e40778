// The name of a class, with a mark in its colour. The name says it; the colour only helps to find it again.
import type { JSX } from 'preact';
import { classColor } from 'xpxlc/plot';

export function ClassName({ name, index }: { name: string; index: number }): JSX.Element {
  return (
    <span class="class-name">
      <span class="class-dot" style={{ background: classColor(index) }} aria-hidden="true" />
      {name}
    </span>
  );
}
