// Shares for people.
import { shortNumber } from '@xpxlc/core';

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** Between which shares it lies; bounds that look the same are one number. What is not certain is not rounded to 0 or 100 %. */
export function percentRange({ low, high }: { readonly low: number; readonly high: number }): string {
  const [from, to] = [inner(low), inner(high)];
  return from === to ? from : `${from.slice(0, -2)} to ${to}`;
}

function inner(share: number): string {
  if (share > 0 && share < 0.0005) return '< 0.1 %';
  return share < 1 && share >= 0.9995 ? '> 99.9 %' : percent(share);
}

/** Decimals at most. */
const DECIMALS = 4;

/**
 * A probability as computed, which is never quite 0 or 1: with as many decimals as tell it from those, and from what it is compared
 * with. `side` is where it lies if even the double cannot tell: 1 for more, −1 for less.
 */
export function percentApart(share: number, against: readonly number[], side: 1 | -1 = 1): string {
  for (let decimals = 1; decimals <= DECIMALS; decimals++) {
    const shown = Number((100 * share).toFixed(decimals));
    const apart = [0, 1, ...against].every(
      (y) => Math.sign(shown - 100 * y) === Math.sign(share - y) && share !== y,
    );
    if (apart) return `${shown.toFixed(decimals)} %`;
  }
  const near = against.find((y) => Number((100 * (share - y)).toFixed(DECIMALS)) === 0);
  if (near !== undefined) {
    const over = share === near ? side > 0 : share > near;
    return `just ${over ? 'over' : 'under'} ${shortNumber(100 * near)} %`;
  }
  return share < 0.5 ? '< 0.0001 %' : '> 99.9999 %';
}
