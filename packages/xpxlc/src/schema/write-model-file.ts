// A model of the core → a model file: every double as the shortest decimal that reads back as itself.
import type { Feature, Model } from '@xpxlc/core';
import type { ModelFile, Origin } from './model-file.ts';

/** What a model file says besides the model. */
export interface ModelFileExtras {
  /** Where its JSON Schema is, for editors. */
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly origin?: Origin;
  /** Anything that JSON can hold. */
  readonly notes?: { readonly [key: string]: unknown };
}

/** The model as the object that a model file holds. */
export function toModelFile(model: Model, extras: ModelFileExtras = {}): ModelFile {
  const { kind, classes, features, tieOrder, ...rest } = model;
  const file = {
    format: 'xpxlc-model',
    version: 1,
    ...extras,
    kind,
    classes,
    features: features.map(toFileFeature),
    tieOrder,
    ...rest,
    ...(model.kind === 'scorecard' ? { points: model.points.map(toPoints) } : {}),
  };
  return JSON.parse(JSON.stringify(file, writeInfinity)) as ModelFile;
}

/**
 * The text of a model file: one line per feature, class or row.
 *
 * @example
 * ```ts
 * import { linearModel } from '@xpxlc/core';
 * import { readModelFile, writeModelFile } from 'xpxlc';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0 }], weights: [0.1], intercept: -1 });
 * readModelFile(writeModelFile(model)).model.features; // => [{ kind: 'real', name: 'x', lower: 0, upper: Infinity }]
 * ```
 */
export function writeModelFile(model: Model, extras: ModelFileExtras = {}): string {
  const entries = Object.entries(toModelFile(model, extras)).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${layOut(value)}`,
  );
  return `{\n${entries.join(',\n')}\n}\n`;
}

/** Lists of lists and of objects get a line per entry. */
function layOut(value: unknown): string {
  if (!Array.isArray(value) || !value.some((entry) => typeof entry === 'object' && entry !== null))
    return JSON.stringify(value);
  return `[\n${value.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`;
}

function toFileFeature(feature: Feature): object {
  if (feature.kind === 'categorical') {
    const { name, kind, values, ...standIns } = feature;
    return { name, kind, values, ...standIns };
  }
  const { name, kind, lower, upper, unit, missing } = feature;
  return {
    name,
    kind,
    ...(Number.isFinite(lower) ? { lower } : {}),
    ...(Number.isFinite(upper) ? { upper } : {}),
    ...(unit === undefined ? {} : { unit }),
    ...(missing === undefined ? {} : { missing }),
  };
}

function toPoints(shape: Extract<Model, { kind: 'scorecard' }>['points'][number]): unknown {
  if (shape.kind === 'table') return shape.values;
  const { kind: _, ...steps } = shape;
  return steps;
}

function writeInfinity(_key: string, value: unknown): unknown {
  return value === Number.NEGATIVE_INFINITY ? '-Infinity' : value;
}
