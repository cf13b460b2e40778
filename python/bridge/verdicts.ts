// Do certificates hold, and are they about this model? By the core's verifier, which shares no code with what made them.
import { additiveForm, type Certificate, type Verdict, verify } from '@xpxlc/core';
import { classifierOf } from './models.ts';

/** @param id - the model they must be about; null for whatever model they say. */
export function verdictsOf(id: number | null, certificates: readonly Certificate[]): readonly Verdict[] {
  const form = id === null ? undefined : additiveForm(classifierOf(id));
  return certificates.map((certificate) => verify(certificate, form));
}
