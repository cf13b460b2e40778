// Shares for people.

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
