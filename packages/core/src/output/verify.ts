// Check a certificate without the engine: this file, certificate-form.ts and recompute.ts use nothing of it but types.
// From the definitions: a set P is sufficient iff for every rival what the features outside P can take away is less than
// the margin (not more, where ties are won); a set S is a contrast iff for some rival what S can take away reaches it.
import type { AdditiveModel } from '../model/types.ts';
import type { Certificate, CertifiedRival } from './certificate.ts';
import { checkForm, upgrade } from './certificate-form.ts';
import { recompute } from './recompute.ts';

/** The outcome, with the first thing that is wrong. */
export interface Verdict {
  readonly valid: boolean;
  readonly reason?: string;
}

/**
 * Verify that a certificate's set is an explanation, given its margins and drops. With the additive model (see
 * `additiveForm`) the margins and drops are recomputed from the model as well, so nothing is taken on trust. Never throws: data that is
 * no certificate, or has a field too few or too many, is not valid either.
 *
 * @example
 * ```ts
 * import { additiveForm, certify, linearModel, reduce, verify, weigh } from '@xpxlc/core';
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 1 }, { name: 'y', lower: 0, upper: 1 }], weights: [3, 1], intercept: -2 }));
 * const certificate = certify(weigh(classifier, { x: 1, y: 0.5 }), ['x']);
 * verify(certificate, additiveForm(classifier)).valid; // => true
 * verify({ ...certificate, set: ['y'] }); // => { valid: false, reason: 'the set is not sufficient against no' }
 * ```
 */
export function verify(certificate: Certificate, model?: AdditiveModel): Verdict {
  try {
    // Those that release 0.1 wrote are still good.
    const current = (certificate.version as number) === 1 ? upgrade(certificate) : certificate;
    const reason = firstFault(current) ?? (model === undefined ? undefined : recompute(current, model));
    return reason === undefined ? { valid: true } : { valid: false, reason };
  } catch (error) {
    const what = error instanceof Error ? error.message : 'it cannot be read';
    return { valid: false, reason: `malformed certificate: ${what}` };
  }
}

function firstFault(certificate: Certificate): string | undefined {
  const { format, version } = certificate;
  if (format !== 'xpxlc-certificate' || version !== 2) return 'not a certificate of version 2';
  const { kind, claim, set, rivals, features: names } = checkForm(certificate);
  if (kind !== 'axp' && kind !== 'cxp') return `unknown kind ${kind}`;
  if (claim !== 'minimal' && claim !== 'smallest') return `unknown claim ${claim}`;
  if (rivals.length === 0) return 'no rival';
  const members = new Set(set);
  // Does the rival win when exactly the features that `moves` names do their worst?
  const wins = (rival: CertifiedRival, moves: (name: string) => boolean): boolean => {
    const moving = rival.drops.filter((_, i) => moves(names[i]));
    if (moving.includes('endless')) return true;
    const sum = moving.reduce((total, drop) => total + BigInt(drop), 0n);
    return rival.winsTies ? sum > BigInt(rival.margin) : sum >= BigInt(rival.margin);
  };
  for (const rival of rivals) if (wins(rival, () => false)) return `${rival.class} wins already`;
  if (kind === 'axp') {
    for (const rival of rivals)
      if (wins(rival, (name) => !members.has(name)))
        return `the set is not sufficient against ${rival.class}`;
    for (const left of set)
      if (!rivals.some((rival) => wins(rival, (name) => name === left || !members.has(name))))
        return `${left} is redundant`;
  } else {
    if (!rivals.some((rival) => wins(rival, (name) => members.has(name))))
      return 'the set cannot change the class';
    for (const left of set)
      if (rivals.some((rival) => wins(rival, (name) => name !== left && members.has(name))))
        return `${left} is redundant`;
  }
  if (claim === 'minimal') return undefined;
  // One feature fewer: even the heaviest ones are not enough.
  const heaviest = (rival: CertifiedRival): ReadonlySet<string> => {
    const weight = (i: number): bigint | null =>
      rival.drops[i] === 'endless' ? null : BigInt(rival.drops[i]);
    const order = [...names.keys()].sort((i, j) => descending(weight(i), weight(j)));
    return new Set(order.slice(0, Math.max(0, set.length - 1)).map((i) => names[i]));
  };
  const stillShort = (rival: CertifiedRival): boolean => {
    const top = heaviest(rival);
    return kind === 'axp' ? wins(rival, (name) => !top.has(name)) : !wins(rival, (name) => top.has(name));
  };
  if (set.length === 0) return undefined;
  const proved = kind === 'axp' ? rivals.some(stillShort) : rivals.every(stillShort);
  return proved ? undefined : 'no rival shows that the set is smallest';
}

function descending(a: bigint | null, b: bigint | null): number {
  if (a === b) return 0;
  return a === null || (b !== null && a > b) ? -1 : 1;
}
