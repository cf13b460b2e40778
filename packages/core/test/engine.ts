// `reduce` and `weigh` for tests that look inside: the same, with everything that the engine knows.

import type { Classifier } from '../src/model/prepared.ts';
import type { Instance, Model } from '../src/model/types.ts';
import { type Reduced, toReduced } from '../src/reduce/classifier.ts';
import { reduce as publicReduce, type ReduceOptions } from '../src/reduce/reduce.ts';
import { weigh as publicWeigh, toWeighed, type Weighed, type WeighOptions } from '../src/weigh/problem.ts';

export function reduce(model: Model, options?: ReduceOptions): Reduced {
  return toReduced(publicReduce(model, options));
}

export function weigh(classifier: Classifier, instance: Instance, options?: WeighOptions): Weighed {
  return toWeighed(publicWeigh(classifier, instance, options));
}
