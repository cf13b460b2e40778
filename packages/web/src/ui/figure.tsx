// A picture that fits its place, in light or dark, and can be taken away.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isDark } from '../state/dark.ts';
import { downloadPng, downloadText } from '../state/download.ts';
import { type ExportItems, ExportMenu } from './export-menu.tsx';

/** Size and theme of a picture. */
interface Look {
  readonly width: number;
  readonly dark: boolean;
}

interface FigureProps<T> {
  /** Of the files that are taken away. */
  readonly name: string;
  readonly plot: (of: T, look: Look) => SVGSVGElement;
  readonly of: T;
  /** What it shows, in other formats. */
  readonly data?: ExportItems;
  /** Wider pictures are harder to read. */
  readonly most?: number;
}

/** Below this, letters have no room; a narrower place gets the picture scaled. In pixels. */
const LEAST = 280;

/** What pictures in a file are drawn like, whatever the page looks like. */
const ON_PAPER: Look = { width: 720, dark: false };

export function Figure<T>({ name, plot, of, data = [], most = 760 }: FigureProps<T>): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const dark = isDark.value;
  useEffect(() => {
    const element = place.current as HTMLDivElement;
    const observer = new ResizeObserver(([{ contentRect }]) =>
      setWidth(Math.floor(Math.min(contentRect.width, most))),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [most]);
  useEffect(() => {
    if (width > 0) place.current?.replaceChildren(plot(of, { width: Math.max(width, LEAST), dark }));
  }, [plot, of, width, dark]);
  const svg = (): string => plot(of, ON_PAPER).outerHTML;
  return (
    <figure class="figure">
      <div class="figure-place" ref={place} />
      <figcaption>
        <ExportMenu
          label="Save this picture"
          items={[
            ['SVG', () => downloadText(`${name}.svg`, svg(), 'image/svg+xml')],
            ['PNG', () => void downloadPng(`${name}.png`, svg())],
            ...data,
          ]}
        />
      </figcaption>
    </figure>
  );
}
