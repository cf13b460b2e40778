// A classifier and the instances to explain: the data of all experiments.
import { createHash } from 'node:crypto';
import { type Classifier, type Model, reduce } from '@xpxlc/core';

export interface Dataset {
  readonly name: string;
  readonly source: 'folder' | 'csv' | 'generated';
  readonly model: Model;
  readonly classifier: Classifier;
  /** One number per feature: the position of a category, or the number. */
  readonly rows: readonly (readonly number[])[];
  /** The class that the data says each row has, as a position in the model's classes; not that which the model predicts. */
  readonly labels?: readonly number[];
  /** Of features, scores and rows: the same data has the same. */
  readonly digest: string;
  /** Exact answers that came with the data, by row. */
  readonly known?: readonly Known[];
  /** Where the data is, for tools that read files. Not part of any result. */
  readonly files?: DatasetFiles;
}

/** What is known of a row's explanations from an independent program. */
export interface Known {
  readonly class: string;
  /** null: more than that program counted. */
  readonly count: number | null;
  readonly smallest: number;
  readonly largest: number | null;
}

/** Paths. */
export interface DatasetFiles {
  /** The table as users have it: labels, the class in the column `target`. */
  readonly table: string;
  readonly target: string;
  /** XLC, as the original tool reads it. */
  readonly xlc?: string;
}

export function toDataset(given: Omit<Dataset, 'classifier' | 'digest'>): Dataset {
  const digest = createHash('sha256')
    .update(JSON.stringify(given.model))
    .update(JSON.stringify(given.rows))
    .digest('hex')
    .slice(0, 16);
  return { ...given, classifier: reduce(given.model), digest };
}

/** What a result depends on, as far as data is concerned. */
export function describeDataset({ name, source, digest, rows, model }: Dataset): DatasetParameters {
  return { name, source, digest, rows: rows.length, features: model.features.length };
}

export interface DatasetParameters {
  readonly name: string;
  readonly source: Dataset['source'];
  readonly digest: string;
  readonly rows: number;
  readonly features: number;
}
