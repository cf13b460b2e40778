// All laws, against every implementation. Runs on Node and in a browser.

import { describe } from 'vitest';
import { smallest } from '../src/query/smallest.ts';
import { smallestDemands } from '../src/search/smallest-demands.ts';
import { exactSmallest } from '../src/search/smallest-set.ts';
import { toDemands } from '../src/weigh/demands.ts';
import { blockLaws } from './laws/blocks.ts';
import { certificateLaws } from './laws/certificates.ts';
import { chanceLaws } from './laws/chances.ts';
import { checkLaws } from './laws/checks.ts';
import { countingLaws } from './laws/counting.ts';
import { cursorLaws } from './laws/cursor.ts';
import { enumerationLaws } from './laws/enumeration.ts';
import { featureLaws } from './laws/features.ts';
import { knownLaws } from './laws/known.ts';
import {
  throughCovers,
  throughDemands,
  throughIndices,
  throughIterator,
  throughKernel,
  throughMasks,
} from './laws/lister.ts';
import { literalLaws } from './laws/literals.ts';
import { predictionLaws } from './laws/prediction.ts';
import { ruleLaws } from './laws/rules.ts';
import { smallestLaws } from './laws/smallest.ts';
import { towardsLaws } from './laws/towards.ts';
import { wishLaws } from './laws/wishes.ts';
import { matrix } from './matrix.ts';

describe('predicting', () => {
  predictionLaws();
});

describe('listing explanations', () => {
  enumerationLaws(throughIterator);
  enumerationLaws(throughMasks(2), 60);
  enumerationLaws(throughIndices(3), 60);
  enumerationLaws(throughCovers({ warmUp: Number.POSITIVE_INFINITY }));
  enumerationLaws(throughCovers({ warmUp: -1 }));
  enumerationLaws(throughCovers({ warmUp: 0 }, 1));
  enumerationLaws(throughCovers({ bits: 4, warmUp: Number.POSITIVE_INFINITY }));
  enumerationLaws(throughCovers({ bits: 6, warmUp: -1 }));
  enumerationLaws(throughCovers({ bits: 16, warmUp: 1 }));
  enumerationLaws(throughKernel({}));
  enumerationLaws(throughKernel({ tables: [[0, 64]] }, 1));
  enumerationLaws(throughKernel({ tables: matrix([0, 3], [4, 1000]) }));
  enumerationLaws(throughKernel({ bits: 4, tables: [] }));
  enumerationLaws(throughKernel({ bits: 6, tables: [[0, 1000]] }, 2));
  enumerationLaws(throughKernel({ bits: 16, tables: [[2, 20]] }, 5));
  enumerationLaws(throughDemands());
  enumerationLaws(throughDemands(4));
  enumerationLaws(throughDemands(12));
  cursorLaws();
});

describe('a smallest explanation', () => {
  smallestLaws({ name: 'by selection', classes: 'any', heaviest: true, smallest });
  smallestLaws({
    name: 'by exact sorting',
    classes: 'two',
    heaviest: true,
    smallest: (problem, { kind = 'axp' }) => exactSmallest(problem.rivals[0], kind),
  });
  smallestLaws({
    name: 'by branch and bound on a coarse grid',
    classes: 'any',
    heaviest: false,
    smallest: (problem, options) =>
      options.kind === 'cxp' ? smallest(problem, options) : smallestDemands(toDemands(problem, 'axp', 4)),
  });
});

describe('other questions', () => {
  knownLaws();
  featureLaws();
  wishLaws();
  checkLaws();
  towardsLaws();
  literalLaws();
  countingLaws();
  chanceLaws();
  blockLaws();
  ruleLaws();
  certificateLaws();
});
