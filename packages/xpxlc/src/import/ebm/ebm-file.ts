// What InterpretML writes with `ExplainableBoostingClassifier.to_json`, as far as a prediction needs it: structure only.
import * as z from 'zod/mini';
import { ModelFileError, toProblems } from '../../schema/file-problems.ts';

/** A feature with its bins. */
export interface EbmFeature {
  name: string;
  type: string;
  /** By level of detail: main effects use the first. */
  cuts?: number[][];
  /** The same; an entry is a category, or several that share a bin. */
  categories?: (string | string[])[][];
  min?: number | string;
  max?: number | string;
}

/** The part of an EBM file that predicts. */
export interface EbmFile {
  version: string;
  ebm: {
    outputs: { task: string; link: string; classes?: (string | number | boolean)[] }[];
    intercept: number[];
    features: EbmFeature[];
    terms: { term_features: string[]; scores: unknown[] }[];
  };
}

const texts = z.array(z.string());
/** A number, or the text that interpret writes for what JSON has no number for. */
const bound = z.union([z.number(), z.enum(['nan', '+inf', '-inf'])], { error: 'a number' });

const feature = z.object({
  name: z.string().check(z.minLength(1)),
  type: z.string(),
  cuts: z.optional(z.array(z.array(z.number()))),
  categories: z.optional(
    z.array(z.array(z.union([z.string(), texts], { error: 'a category, or a list of some' }))),
  ),
  min: z.optional(bound),
  max: z.optional(bound),
});

const ebm = z.object({
  outputs: z
    .array(
      z.object({
        task: z.string(),
        link: z.string(),
        classes: z.optional(
          z.array(z.union([z.string(), z.number(), z.boolean()], { error: 'the name of a class' })),
        ),
      }),
    )
    .check(z.minLength(1)),
  intercept: z.array(z.number()),
  features: z.array(feature),
  terms: z.array(z.object({ term_features: texts.check(z.minLength(1)), scores: z.array(z.unknown()) })),
});

const file: z.ZodMiniType<EbmFile> = z.object({ version: z.string(), ebm });

/**
 * A JSON value as an EBM file; other keys mean nothing here.
 *
 * @throws {FormatError} as `ModelFileError` with all problems and their JSON paths.
 */
export function checkEbmFile(document: unknown): EbmFile {
  const { success, data, error } = file.safeParse(document);
  if (success) return data;
  throw new ModelFileError(toProblems(error.issues, document), 'bad-ebm');
}
