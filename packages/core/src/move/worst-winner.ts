// Which class wins where given features are worst for the predicted class against a rival? Exactly, also where that is a real number
// between two doubles (the vertex of a parabola), of which there is no instance to look at.
import { add, type Dyadic, fromDouble, multiply } from '../exact/dyadic.ts';
import { align, divide, type Ratio, whole } from '../exact/ratio.ts';
import type { Lowest, Parabola } from '../reduce/curve.ts';
import { ENDLESS, type Rival, type Weighed } from '../weigh/problem.ts';

/**
 * The class that wins when these features take their worst values, by position. Undefined when some of them has no worst value, because
 * the score falls without end.
 */
export function worstWinner(
  { classifier, encoded, classIndex: own }: Weighed,
  rival: Rival,
  moving: ReadonlySet<number>,
): number | undefined {
  const { drops } = rival.weights;
  if ([...moving].some((i) => drops[i] === ENDLESS)) return undefined;
  const { worst, curves } = classifier.pair(own, rival.class);
  const options = encoded.options.map((option, i) => (moving.has(i) ? worst[i] : option));
  const point = (i: number): Ratio => {
    const { low } = curves.get(i) as { low: Exclude<Lowest, { at: 'infinity' }> };
    if (!moving.has(i)) return whole(fromDouble(encoded.values[i]));
    return low.at === 'number' ? whole(low.x) : low.x;
  };
  /** How far one class is ahead of another there, in some unit. */
  const lead = (c: number, k: number): bigint => {
    const pair = classifier.pair(c, k);
    let chosen = pair.bias;
    options.forEach((option, i) => {
      if (option >= 0) chosen += pair.gain[classifier.offset[i] + option];
    });
    const parts = [whole({ m: chosen, e: pair.exponent })];
    for (const [i, { curve }] of pair.curves) parts.push(valueAtRatio(curve, point(i)));
    return align(parts).integers.reduce((a, b) => a + b, 0n);
  };
  return classifier.classes.reduce((best, _, k) => {
    if (k === best) return best;
    const ahead = lead(best, k);
    const beaten = ahead < 0n || (ahead === 0n && classifier.tieRank[k] < classifier.tieRank[best]);
    return beaten ? k : best;
  }, rival.class);
}

/** g(n/d) = (A·n² + B·n·d + C·d²) / d², exactly. */
function valueAtRatio({ A, B, C }: Parabola, { m, e, d }: Ratio): Ratio {
  const n: Dyadic = { m, e };
  const over: Dyadic = { m: d, e: 0 };
  const square = multiply(over, over);
  const sum = add(add(multiply(A, multiply(n, n)), multiply(B, multiply(n, over))), multiply(C, square));
  return divide(sum, square);
}
