// Probabilities by going through every point of a finite space, in exact fractions.
import { exactly, type Fraction, NOTHING, over, plus, times } from './fraction.ts';
import { type Additive, scoresAt, winnerOf } from './oracle.ts';

/** One product of a mixture: its weight, and per feature the values that occur (categories by position) and theirs. */
export interface Product {
  readonly weight: Fraction;
  readonly features: readonly (readonly { readonly value: number; readonly weight: Fraction }[])[];
}

/** P(class as that of the instance | the held features have the instance's values). Undefined where that has probability 0. */
export function chanceOf(
  additive: Additive,
  mixture: readonly Product[],
  instance: readonly number[],
  held: readonly number[],
): Fraction | undefined {
  const own = winnerOf(additive, scoresAt(additive, instance.map(exactly)));
  let [kept, all] = [NOTHING, NOTHING];
  for (const { weight, features } of mixture) {
    // One product is no mixture: the values held need not occur in it.
    let start = mixture.length === 1 ? exactly(1) : times(weight, exactly(1));
    const choices = features.map((values, i) => {
      if (!held.includes(i)) return shared(values);
      if (mixture.length > 1) start = times(start, shareOf(values, instance[i]));
      return [{ value: instance[i], weight: exactly(1) }];
    });
    each(choices, (point, chance) => {
      const mass = times(start, chance);
      all = plus(all, mass);
      if (winnerOf(additive, scoresAt(additive, point.map(exactly))) === own) kept = plus(kept, mass);
    });
  }
  return all.num === 0n ? undefined : over(kept, all);
}

/** The share of one value. */
export function shareOf(values: Product['features'][number], value: number): Fraction {
  return shared(values)
    .filter((entry) => Object.is(entry.value, value))
    .reduce((sum, { weight }) => plus(sum, weight), NOTHING);
}

function shared(values: Product['features'][number]): Product['features'][number] {
  const total = values.reduce((sum, { weight }) => plus(sum, weight), NOTHING);
  return values.map(({ value, weight }) => ({ value, weight: over(weight, total) }));
}

/** Every choice of one value per feature, with the product of the weights. */
function each(
  choices: readonly Product['features'][number][],
  visit: (point: readonly number[], chance: Fraction) => void,
  point: readonly number[] = [],
  chance: Fraction = exactly(1),
): void {
  if (point.length === choices.length) {
    visit(point, chance);
    return;
  }
  for (const { value, weight } of choices[point.length])
    if (weight.num > 0n) each(choices, visit, [...point, value], times(chance, weight));
}
