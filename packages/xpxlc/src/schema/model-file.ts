// The project's model file, version 1, as JSON holds it: the type. model-file-schema.ts checks documents against it.

/** A probability, or a natural logarithm of one; JSON has no infinity, so log 0 is a text. */
export type Probability = number | '-Infinity';

/** A feature in a model file; a bound that is left out is infinite. */
export type FileFeature =
  | { kind: 'categorical'; name: string; values: string[]; missing?: string; other?: string }
  | {
      kind: 'real' | 'integer';
      name: string;
      lower?: number;
      upper?: number;
      unit?: string;
      missing?: number | true;
    };

/** Intervals of a number: one more than cuts. */
export interface FileBins {
  cuts: number[];
  closed?: 'left' | 'right';
}

/** Contribution of one feature to the score of one class. */
export type FileShape =
  | { kind: 'table'; values: number[] }
  | { kind: 'linear'; weight: number }
  | { kind: 'steps'; cuts: number[]; values: number[]; closed?: 'left' | 'right'; missing?: number }
  | { kind: 'quadratic'; quadratic: number; linear?: number; constant?: number; center?: number };

/** Where a model comes from. */
export interface Origin {
  /** What made it, e.g. `scikit-learn CategoricalNB`. */
  tool?: string;
  version?: string;
  /** Name of the file it was read from, the format of that file and its fingerprint. */
  source?: string;
  format?: string;
  sha256?: string;
}

interface Common {
  format: 'xpxlc-model';
  version: 1;
  $schema?: string;
  title?: string;
  description?: string;
  origin?: Origin;
  /** Anything else; kept, never interpreted. */
  notes?: Record<string, unknown>;
  classes: string[];
  features: FileFeature[];
  /** The winner of ties first. Default: as in `classes`; of a scorecard: reversed. */
  tieOrder?: string[];
  /** What the program that the model comes from computes in. Default: `double`. Only what is called doubtful depends on it. */
  arithmetic?: 'double' | 'single';
}

interface WithThreshold {
  threshold?: number | { probability: number };
}

interface WithLink extends WithThreshold {
  /** How scores become probabilities; without it they do not. Naive Bayes models have theirs by themselves. */
  link?: 'softmax' | 'one-vs-rest';
}

interface WithPrior extends WithThreshold {
  scale?: 'probability' | 'log';
  prior: Probability[];
}

/** A model file. */
export type ModelFile = Common &
  (
    | (WithPrior & {
        kind: 'categorical-naive-bayes';
        /** `likelihood[feature][class][value]`, or `[bin]` for a number. */
        likelihood: Probability[][][];
        bins?: (FileBins | null)[];
      })
    | (WithPrior & { kind: 'bernoulli-naive-bayes'; likelihood: Probability[][] })
    | (WithPrior & { kind: 'multinomial-naive-bayes'; likelihood: Probability[][] })
    | (WithLink & {
        kind: 'complement-naive-bayes';
        scale?: 'probability' | 'log';
        complement: Probability[][];
        norm?: boolean;
      })
    | (WithPrior & { kind: 'gaussian-naive-bayes'; mean: number[][]; variance: number[][] })
    | (WithLink & { kind: 'linear'; weights: (number | number[])[][]; intercept: number[] })
    | {
        kind: 'scorecard';
        base?: number;
        cutoff: number;
        points: (
          | number[]
          | { cuts: number[]; values: number[]; closed?: 'left' | 'right'; missing?: number }
        )[];
      }
    | (WithLink & { kind: 'additive'; bias?: number[]; shapes: FileShape[][] })
  );
