// The name of a class, with a mark in its colour. The name says it; the colour only helps to find it again.
import type { JSX } from 'preact';

/** In the order of pictures. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#808080', '#b8860b'];

export function ClassName({ name, index }: { name: string; index: number }): JSX.Element {
  return (
    <span class="class-name">
      <span class="class-dot" style={{ background: COLOURS[index % COLOURS.length] }} aria-hidden="true" />
      {name}
    </span>
  );
}
