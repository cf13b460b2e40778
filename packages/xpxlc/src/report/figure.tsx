// A picture of `xpxlc/plot` in the page. Its text is escaped where it is drawn.
import type { JSX } from 'preact';

export function Figure({ svg, caption }: { svg: string; caption?: string }): JSX.Element {
  return (
    <figure>
      <div dangerouslySetInnerHTML={{ __html: svg.trim() }} />
      {caption === undefined ? null : <figcaption class="note">{caption}</figcaption>}
    </figure>
  );
}
