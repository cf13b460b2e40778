// A picture of `xpxlc/plot` in the page. Its text is escaped where it is drawn.
import type { JSX } from 'preact';
import type { Picture } from './pictures.ts';

export function Figure({ picture: { wide, narrow } }: { picture: Picture }): JSX.Element {
  return (
    <figure>
      <div class="desk" dangerouslySetInnerHTML={{ __html: wide.trim() }} />
      <div class="phone" dangerouslySetInnerHTML={{ __html: narrow.trim() }} />
    </figure>
  );
}
