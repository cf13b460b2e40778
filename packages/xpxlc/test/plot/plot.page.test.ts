// What the pictures look like where they are looked at: nothing is cut off, nothing covers a text.
import { describe, expect, it } from 'vitest';
import { SAMPLES } from './samples.ts';

/** Boxes of the texts, and of the picture. */
function measured(name: string, width: number) {
  const svg = SAMPLES[name].draw({ width });
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

describe.each(Object.keys(SAMPLES))('a picture in a page: %s', (name) => {
  it.each([360, 720])('has no text that is cut off at %i pixels', (width) => {
    const { picture, boxes } = measured(name, width);
    expect(picture.width).toBe(width);
    expect(boxes.length).toBeGreaterThan(2);
    const cut = boxes.filter(
      ({ box }) =>
        box.left < picture.left - 0.5 ||
        box.right > picture.right + 0.5 ||
        box.top < picture.top - 0.5 ||
        box.bottom > picture.bottom + 0.5,
    );
    expect(cut.map(({ text }) => text)).toEqual([]);
  });

  it.each([360, 720])('has no text that covers another at %i pixels', (width) => {
    const { boxes } = measured(name, width);
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
