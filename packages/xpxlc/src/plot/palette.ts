// Colours that people with any colour vision tell apart (Okabe and Ito), of these the ones that stand out (3:1) on white and on
// nearly black alike; and marks that tell series apart without colours.

/** For series without an order. */
export const SERIES: readonly string[] = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#808080', '#b8860b'];

/** Symbols of points, in the same order. */
export const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'cross', 'star'] as const;

/** Dashes of lines, in the same order; the first is a whole line. */
export const DASHES: readonly string[] = ['none', '7 3', '2 3', '8 3 2 3', '12 3', '4 4'];

/** For classes from good to bad (`count` of them): blue, paler, over grey to red. */
export function ordered(count: number): string[] {
  const stops = ['#0072b2', '#56b4e9', '#b0b0b0', '#e69f00', '#d55e00', '#8c3800'];
  if (count <= 2) return [stops[0], stops[4]].slice(0, count);
  return Array.from({ length: count }, (_, i) => stops[Math.round((i * (stops.length - 1)) / (count - 1))]);
}

/** The colour of a series, or of a symbol or dash, by its position. */
export function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length];
}

/** How a pale area of a colour is drawn: the outline stands out where the area does not. */
export function pale(color: string): {
  readonly fill: string;
  readonly fillOpacity: number;
  readonly stroke: string;
  readonly strokeWidth: number;
} {
  return { fill: color, fillOpacity: 0.2, stroke: color, strokeWidth: 1 };
}

/**
 * Of classes, by their position in the model: twelve that are told apart on any ground of ours, also by most people who are colour-blind
 * (palette.test.ts measures it).
 */
const CLASSES: readonly string[] = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#c31eb4',
  '#965a00',
  '#9678ff',
  '#e1004b',
  '#00784b',
  '#3c96d2',
  '#c378a5',
  '#ff1ee1',
  '#9600ff',
];

/** What is of no class: shares, counts, what may be anything. Not a colour of a class. */
export const NEUTRAL = '#6e7781';

/** The colour of a class, the same in every picture and on the page. From the 13th class on there is none of its own. */
export function classColor(index: number): string {
  return CLASSES[index] ?? NEUTRAL;
}
