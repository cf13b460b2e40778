// What may be said beside a file of another tool, as JSON has it (`--model-options`): the types of the readers' options, checked at the door.
import { FormatError } from '@xpxlc/core';
import * as z from 'zod/mini';
import { toProblems } from '../schema/file-problems.ts';
import type { ForeignFormat } from './foreign.ts';

const text = z.string();
const number = z.number();
const texts = z.array(text);
const may = z.optional;
const twoNames = z.tuple([text, text]);
const keepOrRefuse = z.enum(['keep', 'refuse']);
const threshold = z.union([number, z.strictObject({ probability: number })], {
  error: 'a number, or { probability: a number }',
});
const code = z.union([number, text], { error: 'a number or a text' });
const codes = z.array(code);

/** By format; a key that is not here is refused elsewhere. */
const DETAILS: Readonly<Record<ForeignFormat, z.ZodMiniType>> = {
  pmml: z.looseObject({ cutoff: may(number), classes: may(twoNames), missing: may(z.boolean()) }),
  onnx: z.looseObject({
    featureNames: may(texts),
    unknown: may(z.enum(['category', 'refuse'])),
    output: may(text),
  }),
  ebm: z.looseObject({ missing: may(keepOrRefuse), threshold: may(threshold) }),
  scorecard: z.looseObject({
    cutoff: may(number),
    base: may(number),
    classes: may(twoNames),
    ties: may(z.enum(['first', 'second'])),
    columns: may(z.strictObject({ feature: may(text), bin: may(text), points: may(text) })),
    style: may(z.enum(['plain', 'optbinning', 'toad'])),
    missing: may(keepOrRefuse),
    special: may(
      z.union([z.enum(['unused', 'missing']), codes, z.record(text, z.union([code, codes]))], {
        error: "'unused', 'missing', a list of codes, or the codes of each feature",
      }),
    ),
    categories: may(texts),
  }),
  coefficients: z.looseObject({
    classes: may(texts),
    referenceClass: may(text),
    intercept: may(z.union([number, z.array(number)], { error: 'a number, or a list of numbers' })),
    threshold: may(threshold),
    link: may(z.enum(['softmax', 'one-vs-rest'])),
    dummies: may(
      z.record(
        text,
        z.union([text, z.record(text, text)], { error: 'a prefix, or the level of each column' }),
      ),
    ),
    reference: may(z.record(text, z.nullable(text))),
    names: may(z.enum(['formula', 'plain'])),
    columns: may(z.strictObject({ feature: may(text), coefficient: may(text), classes: may(texts) })),
  }),
};

/**
 * See that options of a reader have the right types.
 *
 * @throws {FormatError} `bad-option`.
 */
export function checkDetails(format: ForeignFormat, details: object): void {
  const { error } = z.safeParse(DETAILS[format], details);
  if (error === undefined) return;
  const [{ path, expected, got }] = toProblems(error.issues, details);
  throw new FormatError('not what this option takes', {
    code: 'bad-option',
    place: `option 'details${path.slice(1)}'`,
    expected,
    got,
  });
}
