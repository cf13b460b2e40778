// Which numbers are in this bin? Intervals as people and libraries write them: `[11.43, 12.33)`, `(-inf ~ 5]`, `]25; 35]`, and labels
// in words (bin-label.ts).
import { type LabelContext, type LabelRange, readLabel } from './bin-label.ts';

/** All numbers between two ends; an infinite end is never included. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
  /** Whether the end is in the bin; undefined: the label does not say (`25-35`). */
  readonly lowerIn: boolean | undefined;
  readonly upperIn: boolean | undefined;
}

/** `[a, b)`, or with the brackets of ISO 31-11 `[a, b[`. */
const BRACKETS = /^([[(\]])(.*)([\])[])$/s;

/** What libraries write: plain numbers, `inf`. */
const LIBRARY: LabelContext = { feature: '', englishNumbers: true };

/**
 * An interval, or `undefined` when the text is none. Two included ends (`[1, 2]`) and a single number are intervals, too: whether
 * categories were meant, only the other bins of the feature tell.
 */
export function toInterval(text: string, context: LabelContext = LIBRARY): LabelRange | undefined {
  const brackets = BRACKETS.exec(text.trim());
  if (brackets === null) return readLabel(text, context);
  const ends = twoEnds(brackets[2]).map((end) => readEnd(end, context));
  const [lower, upper] = ends;
  if (ends.length !== 2 || lower === undefined || upper === undefined) return undefined;
  const unit = lower.unit ?? upper.unit;
  return {
    lower: lower.lower,
    upper: upper.lower,
    lowerIn: brackets[1] === '[' && Number.isFinite(lower.lower),
    upperIn: brackets[3] === ']' && Number.isFinite(upper.lower),
    single: false,
    unit,
  };
}

/** The two texts around the separator; others when it cannot be told from a comma between thousands. */
function twoEnds(body: string): readonly string[] {
  for (const separator of [/;/, /~/, / (?:to|[-–—]) /, /,/, /,\s/, /(?<=\d)\s*[-–—]\s*/]) {
    const parts = body.split(separator);
    if (parts.length === 2) return parts;
  }
  return [];
}

const INFINITY = /^([-+−]?)\s*(?:inf(?:inity)?|∞)$/i;

function readEnd(text: string, context: LabelContext): Pick<LabelRange, 'lower' | 'unit'> | undefined {
  const infinite = INFINITY.exec(text.trim());
  if (infinite !== null)
    return { lower: /[-−]/.test(infinite[1]) ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY };
  const read = readLabel(text, context);
  return read?.single === true ? read : undefined;
}
