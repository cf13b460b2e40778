// Changed values of many rows, and those that would do as well, against the questions about one row.

import { describe, expect, it } from 'vitest';
import {
  ChangeRegions,
  changeRegion,
  counterfactual,
  enumerate,
  predictionOf,
  reduce,
  weigh,
} from '../../src/index.ts';
import { anyCase } from '../arbitraries.ts';
import { until } from '../property.ts';

describe('ChangeRegions', () => {
  it('says what counterfactual and changeRegion say, or nothing', () => {
    let said = 0;
    let silent = 0;
    until(() => Math.min(said, silent) > 0).holds(
      300,
      anyCase({ classes: 2, maxFeatures: 6, tables: true }),
      ({ model, instance }) => {
        const classifier = reduce(model, { neverWins: 'allow' });
        if (!classifier.features.every(({ kind }) => kind === 'categorical')) return;
        const problem = weigh(classifier, instance);
        const regions = new ChangeRegions(classifier);
        const own = problem.classIndex;
        // The row may lie anywhere.
        regions.open(Int32Array.from([-1, ...Array.from(problem.values)]), 1);
        for (const { features } of enumerate(problem, { kind: 'cxp' })) {
          const moved = counterfactual(problem, features);
          const found = regions.find(
            own,
            predictionOf(problem).margin,
            Int32Array.from(features),
            features.length,
          );
          said += Number(found);
          silent += Number(!found);
          if (moved === undefined || moved.doubtful) expect(found).toBe(false);
          if (moved === undefined || !found) continue;
          const values = features.map((i) => {
            const feature = classifier.features[i];
            return feature.kind === 'categorical' ? feature.values[regions.worst(own)[i]] : '';
          });
          expect(values).toEqual(features.map((i) => moved.instance[classifier.features[i].name]));
          expect(features.map((i) => regions.cheapest(own, i, regions.counts[i]))).toEqual(
            changeRegion(problem, moved).map(({ region }) =>
              region.kind === 'options' ? region.options : [],
            ),
          );
        }
      },
    );
  });
});
