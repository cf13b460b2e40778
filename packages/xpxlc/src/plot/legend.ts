// Which colour, symbol or dash is which series? A legend of Plot's own marks above the frame: it is part of the SVG, and flows into
// as many lines as the width needs.
import { dot, type Markish, text, vector } from '@observablehq/plot';
import { pale } from './palette.ts';

/** An entry. */
export interface Key {
  readonly name: string;
  readonly color: string;
  /** A point, a line, an area, or a pale area with an outline. */
  readonly look: { readonly symbol: string } | { readonly dash: string } | 'area' | 'outline';
}

/** Width of a letter, and what is around a name. Estimates on the wide side. */
const LETTER = 6.8;
const KEY = 22;
const GAP = 14;
const LINE = 18;

/** A legend laid out. */
export interface Legend {
  readonly height: number;
  /** @param left - from the frame to the edge of the picture. */
  readonly marks: (left: number) => Markish[];
}

/** @param above - pixels between the frame and the last line of the legend. */
export function toLegend(keys: readonly Key[], width: number, above: number): Legend {
  const most = Math.max(4, Math.floor((width - KEY - 8) / LETTER));
  const places: { key: Key; lines: string[]; x: number; line: number }[] = [];
  let [x, line, tall] = [0, 0, 1];
  for (const key of keys) {
    const lines = wrap(key.name, most);
    const needs = KEY + LETTER * Math.max(...lines.map((part) => part.length)) + GAP;
    if (x > 0 && x + needs - GAP > width - 8) {
      x = 0;
      line += tall;
      tall = 1;
    }
    places.push({ key, lines, x, line });
    tall = Math.max(tall, lines.length);
    x += needs;
  }
  const total = keys.length === 0 ? 0 : line + tall;
  const marks = (left: number) =>
    places.flatMap((place) => {
      const dx = place.x - left + 4;
      const dy = -above - (total - place.line) * LINE + LINE / 2;
      return [
        keyMark(place.key, dx, dy),
        text([place.lines.join('\n')], {
          text: (words: string) => words,
          frameAnchor: 'top-left',
          lineAnchor: 'top',
          textAnchor: 'start',
          lineHeight: LINE / 12,
          dx: dx + KEY,
          dy: dy - 7,
          facet: 'super',
          className: 'legend',
        }),
      ];
    });
  return { height: total * LINE, marks };
}

function keyMark({ color, look }: Key, dx: number, dy: number): Markish {
  const place = { frameAnchor: 'top-left', dx: dx + 9, dy, facet: 'super' } as const;
  if (look === 'area')
    return dot([0], { ...place, symbol: 'square', r: 6, fill: color, className: 'legend-key' });
  if (look === 'outline')
    return dot([0], { ...place, symbol: 'square', r: 6, ...pale(color), className: 'legend-key' });
  if ('symbol' in look)
    return dot([0], {
      ...place,
      symbol: look.symbol as 'circle',
      r: 4.5,
      fill: color,
      className: 'legend-key',
    });
  return vector([0], {
    ...place,
    shape: BAR,
    anchor: 'middle',
    rotate: 90,
    length: 18,
    stroke: color,
    strokeWidth: 2.5,
    strokeDasharray: look.dash,
    className: 'legend-key',
  });
}

/** A vector without a head. */
const BAR = {
  draw(
    context: { moveTo(x: number, y: number): void; lineTo(x: number, y: number): void },
    length: number,
  ): void {
    context.moveTo(0, 0);
    context.lineTo(0, -length);
  },
};

/** Words in lines of at most so many letters; a longer word is broken. */
export function wrap(words: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (let word of words.split(/\s+/)) {
    while (word.length > most) {
      if (line !== '') lines.push(line);
      line = '';
      lines.push(word.slice(0, most));
      word = word.slice(most);
    }
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > most) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
