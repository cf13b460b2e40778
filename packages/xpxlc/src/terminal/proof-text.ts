// What a proof proves, in words.
import type { Proof } from '../decision/decision.ts';

export function proofText({ certificate, valid, reason }: Proof): string {
  const claim =
    certificate.claim === 'smallest' ? 'no smaller set does' : 'none of these values can be left out';
  return valid
    ? `Checked in exact arithmetic, without the search that found it: the rule holds, and ${claim}.`
    : `NOT confirmed: ${reason}`;
}
