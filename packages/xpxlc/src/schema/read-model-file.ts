// A model file → a model of the core: structure by the schema, sense by the checker, and the core as the last judge.

import {
  additiveModel,
  bernoulliNaiveBayes,
  categoricalNaiveBayes,
  complementNaiveBayes,
  gaussianNaiveBayes,
  linearModel,
  type Model,
  ModelError,
  multinomialNaiveBayes,
  scorecard,
  show,
} from '@xpxlc/core';
import type * as z from 'zod/mini';
import { checkModelFile } from './check-model-file.ts';
import { MOST_PROBLEMS, ModelFileError, type Problem, toProblems } from './file-problems.ts';
import { FIRST_PROBLEM } from './first-problem.ts';
import { parseJson } from './json-text.ts';
import type { ModelFile, Probability } from './model-file.ts';
import { modelFileSchema } from './model-file-schema.ts';

/**
 * Read a model file from its text, or from the object that JSON.parse made of it.
 *
 * @throws {FormatError} `bad-json`, `duplicate-key`; as {@link ModelFileError} `unsupported-version`, or `bad-model-file` with the first hundred `problems`.
 * @example
 * ```ts
 * import { readModelFile } from 'xpxlc';
 * const { model } = readModelFile(`{
 *   "format": "xpxlc-model", "version": 1, "kind": "linear",
 *   "classes": ["ham", "spam"],
 *   "features": [{ "name": "links", "kind": "integer", "lower": 0 }],
 *   "weights": [[0.5]], "intercept": [-2]
 * }`);
 * model.kind; // => 'linear'
 * ```
 */
export function readModelFile(content: string | object): { model: Model; file: ModelFile } {
  const document = typeof content === 'string' ? parseJson(content) : content;
  checkVersion(document);
  // Up to the first problem: a file that is wrong three million times would take gigabytes to say so.
  const { success, data: file, error } = modelFileSchema.safeParse(document, FIRST_PROBLEM);
  if (!success) throw new ModelFileError(firstProblems(document, error.issues));
  const problems = checkModelFile(file);
  if (problems.length > 0) throw new ModelFileError(problems);
  try {
    return { model: toModel(file), file };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const { place = 'the model', expected = 'another value', got = 'this one' } = error;
    throw new ModelFileError([{ path: '$', expected: `${place}: ${expected}`, got }]);
  }
}

/** What is wrong at the beginning of every list; else what was found. */
function firstProblems(document: unknown, found: readonly z.core.$ZodIssue[]): Problem[] {
  const beginning = modelFileSchema.safeParse(beginningOf(document, { left: LOOKED_AT }, 0));
  const issues = beginning.error?.issues ?? found;
  return toProblems(issues.slice(0, MOST_PROBLEMS), document);
}

/** Values of a broken file that are looked at for more problems than the first, and levels. */
const LOOKED_AT = 10_000;
const LEVELS = 8;

/** The document with fewer entries in long lists. */
function beginningOf(value: unknown, budget: { left: number }, level: number): unknown {
  if (typeof value !== 'object' || value === null || level > LEVELS) return value;
  if (!Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, beginningOf(entry, budget, level + 1)]),
    );
  const entries: unknown[] = [];
  for (const entry of value) {
    // Two at least: some lists must not be shorter.
    if (budget.left <= 0 && entries.length >= 2) break;
    budget.left -= 1;
    entries.push(beginningOf(entry, budget, level + 1));
  }
  return entries;
}

/** A file of a later version would be wrong in a hundred places; one sentence says why. */
function checkVersion(document: unknown): void {
  if (typeof document !== 'object' || document === null) return;
  const { format, version } = document as { format?: unknown; version?: unknown };
  if (format !== 'xpxlc-model' || typeof version !== 'number' || version === 1) return;
  throw new ModelFileError([{ path: '$.version', expected: '1', got: show(version) }], 'unsupported-version');
}

function toModel(file: ModelFile): Model {
  switch (file.kind) {
    case 'categorical-naive-bayes': {
      const likelihood = file.likelihood.map(asNumbers);
      return categoricalNaiveBayes({ ...file, prior: file.prior.map(Number), likelihood });
    }
    case 'bernoulli-naive-bayes':
      return bernoulliNaiveBayes({
        ...file,
        prior: file.prior.map(Number),
        likelihood: asNumbers(file.likelihood),
      });
    case 'multinomial-naive-bayes':
      return multinomialNaiveBayes({
        ...file,
        prior: file.prior.map(Number),
        likelihood: asNumbers(file.likelihood),
      });
    case 'complement-naive-bayes':
      return complementNaiveBayes({ ...file, complement: asNumbers(file.complement) });
    case 'gaussian-naive-bayes':
      return gaussianNaiveBayes({ ...file, prior: file.prior.map(Number) });
    case 'linear': {
      const { weights, intercept, ...common } = file;
      const rows = weights.map((row, r) => ({ weights: row, intercept: intercept[r] }));
      return linearModel(rows.length === 1 ? { ...common, ...rows[0] } : { ...common, rows });
    }
    case 'scorecard':
      return scorecard(file);
    case 'additive':
      return additiveModel(file);
  }
}

/** '-Infinity' as the number. */
function asNumbers(rows: readonly (readonly Probability[])[]): number[][] {
  return rows.map((row) => row.map(Number));
}
