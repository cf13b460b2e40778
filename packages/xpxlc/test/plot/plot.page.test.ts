// What the pictures look like where they are looked at: nothing is cut off, nothing covers a text.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holds } from '../../../core/test/property.ts';
import { contributions, dropBar, matrix, type PlotOptions } from '../../src/plot/index.ts';
import { SAMPLES } from './samples.ts';

/** Boxes of the texts, and of the picture. */
function measured(draw: (options: PlotOptions) => SVGSVGElement, width: number) {
  const svg = draw({ width });
  svg.style.maxWidth = 'none'; // the page of the tests is narrow
  document.body.append(svg);
  try {
    const boxes = Array.from(svg.querySelectorAll('text'), (text) => ({
      text: text.textContent,
      box: text.getBoundingClientRect(),
    }));
    return { picture: svg.getBoundingClientRect(), boxes };
  } finally {
    svg.remove();
  }
}

/** Texts that reach beyond the picture. */
function cutOff(
  picture: DOMRect,
  boxes: readonly { readonly text: string | null; readonly box: DOMRect }[],
): (string | null)[] {
  return boxes
    .filter(
      ({ box }) =>
        box.left < picture.left - 0.5 ||
        box.right > picture.right + 0.5 ||
        box.top < picture.top - 0.5 ||
        box.bottom > picture.bottom + 0.5,
    )
    .map(({ text }) => text);
}

describe.each(Object.keys(SAMPLES))('a picture in a page: %s', (name) => {
  it.each([360, 720])('has no text that is cut off at %i pixels', (width) => {
    const { picture, boxes } = measured(SAMPLES[name].draw, width);
    expect(picture.width).toBe(width);
    expect(boxes.length).toBeGreaterThan(2);
    expect(cutOff(picture, boxes)).toEqual([]);
  });

  it.each([360, 720])('has no text that covers another at %i pixels', (width) => {
    const { boxes } = measured(SAMPLES[name].draw, width);
    // Boxes of slanted texts overlap where the texts do not.
    const level = boxes.filter(
      ({ box }) => box.width > 0 && !(name === 'histogram of one group' && box.height > 20),
    );
    const covered = level.flatMap((a, i) =>
      level
        .slice(i + 1)
        .filter(
          (b) =>
            Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
            Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 3,
        )
        .map((b) => [a.text, b.text]),
    );
    expect(covered).toEqual([]);
  });
});

it('cuts off no name, whatever it is, in a narrow picture and in a wide one', () => {
  const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEMW0189 _-.,:%&<>@≤€äßñ日本語😀 ');
  const name = fc.string({ unit: letters, minLength: 1, maxLength: 90 });
  holds(
    60,
    fc.array(name, { minLength: 1, maxLength: 6 }),
    name,
    fc.constantFrom(360, 720),
    (names, last, width) => {
      const parts = names.map((label, i) => ({ label, amount: i - 2, text: String(1e5 * (i - 2)) }));
      const drops = names.map((label, i) => ({
        label,
        drop: 1,
        text: '1',
        held: i === 0,
        start: i,
        end: i + 1,
      }));
      const total = names.length;
      const pictures = [
        (options: PlotOptions) =>
          contributions(
            {
              class: last,
              rival: names[0],
              classIndex: 0,
              rivalIndex: 1,
              unit: last,
              base: parts[0],
              parts,
              sum: parts[0],
            },
            options,
          ),
        (options: PlotOptions) =>
          dropBar(
            {
              class: last,
              classIndex: 0,
              unit: '',
              panels: [
                {
                  rival: last,
                  parts: drops,
                  margin: 1,
                  threshold: total,
                  held: 1,
                  total,
                  enough: false,
                  needed: last,
                  sum: last,
                },
              ],
              moreRivals: 1,
            },
            { ...options, heading: last },
          ),
        (options: PlotOptions) =>
          matrix({ what: 'explanations', features: names, sets: [[0]], more: false }, options),
      ];
      for (const draw of pictures) {
        const { picture, boxes } = measured(draw, width);
        expect(cutOff(picture, boxes)).toEqual([]);
      }
    },
  );
});
