// Words that are no option: TypeScript forbids them, JavaScript does not. Every public question refuses them.

import { describe, it } from 'vitest';
import { InstanceError, ModelError } from '../../src/errors.ts';
import {
  type Classifier,
  certify,
  check,
  count,
  countBounds,
  counterfactual,
  enumerate,
  enumerateIndices,
  enumerateMasks,
  estimateCount,
  explanationList,
  type Kind,
  type Movement,
  type PowerIndex,
  type Problem,
  powerIndices,
  predict,
  reduce,
  sampler,
  smallest,
  tally,
} from '../../src/index.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';
import { coverProblem, rowsProblem } from '../problems.ts';

const two = coverProblem([2, 2, 1], 2.5);
const three = rowsProblem(matrix([2, 2, 1], [1, 2, 2]), [2, 2]);
const set = [0, 1];
// In the order of the shortest mistakes: another word, another case, nothing, a name every object knows.
const words: readonly [unknown, string][] = [
  ['foo', "'foo'"],
  ['AXP', "'AXP'"],
  [null, 'null'],
  ['constructor', "'constructor'"],
  [['axp'], 'an array of 1'],
];

// Where a contrast leads means nothing for explanations.
describe.each<[string, object]>([['target', { target: 0 }]])(
  'the option %s of explanations',
  (place, option) => {
    const error = { code: 'bad-option', place, expected: "kind 'cxp'", got: "'axp'" };

    it.each<[string, (problem: typeof two, question: object) => unknown]>([
      ['certify', (problem, question) => certify(problem, set, question)],
      ['check', (problem, question) => check(problem, set, question)],
      ['count', count],
      ['countBounds', countBounds],
      ['enumerate', enumerate],
      ['enumerateIndices', (problem, question) => [...enumerateIndices(problem, question)]],
      ['enumerateMasks', (problem, question) => [...enumerateMasks(problem, question)]],
      ['estimateCount', estimateCount],
      ['powerIndices', powerIndices],
      ['explanationList', explanationList],
      ['sampler', sampler],
      ['smallest', smallest],
      ['tally', tally],
    ])('is refused by %s', (_, ask) => {
      for (const problem of [two, three]) {
        expectError(() => ask(problem, option), InstanceError, error);
        expectError(() => ask(problem, { ...option, kind: 'axp' }), InstanceError, error);
      }
    });
  },
);

describe.each(words)('the word %o', (word, got) => {
  const kind = word as Kind;
  const error = { code: 'bad-option', place: 'kind', expected: "one of 'axp', 'cxp'", got };

  it.each<[string, (problem: typeof two) => unknown]>([
    ['certify', (problem) => certify(problem, set, { kind })],
    ['check', (problem) => check(problem, set, { kind })],
    ['count', (problem) => count(problem, { kind })],
    ['countBounds', (problem) => countBounds(problem, { kind })],
    ['enumerate', (problem) => enumerate(problem, { kind })],
    ['enumerateIndices', (problem) => [...enumerateIndices(problem, { kind })]],
    ['enumerateMasks', (problem) => [...enumerateMasks(problem, { kind })]],
    ['estimateCount', (problem) => estimateCount(problem, { kind })],
    ['powerIndices', (problem) => powerIndices(problem, { kind })],
    ['explanationList', (problem) => explanationList(problem, { kind })],
    ['sampler', (problem) => sampler(problem, { kind })],
    ['smallest', (problem) => smallest(problem, { kind })],
    ['tally', (problem) => tally(problem, { kind })],
  ])('is no kind for %s', (_, ask) => {
    for (const problem of [two, three]) expectError(() => ask(problem), InstanceError, error);
  });

  it('is no order of a list', () => {
    const order = word as 'size';
    const wrong = { code: 'bad-option', place: 'order', expected: "one of 'search', 'size'", got };
    for (const problem of [two, three]) {
      expectError(() => enumerate(problem, { order }), InstanceError, wrong);
      expectError(() => [...enumerateMasks(problem, { order })], InstanceError, wrong);
      expectError(() => [...enumerateIndices(problem, { order })], InstanceError, wrong);
    }
  });

  it('is no movement', () => {
    const movement = word as Movement;
    const wrong = {
      code: 'bad-option',
      place: 'movement',
      expected: "one of 'least', 'nearest', 'worst'",
      got,
    };
    for (const problem of [two, three])
      expectError(() => counterfactual(problem, set, { movement }), InstanceError, wrong);
  });

  it('is no power index', () => {
    expectError(() => powerIndices(two, { indices: ['banzhaf', word as PowerIndex] }), InstanceError, {
      code: 'bad-option',
      place: 'indices',
      expected: "one of 'shapleyShubik', 'banzhaf', 'deeganPackel', 'hollerPackel'",
      got,
    });
  });

  it('is no classifier and no problem', () => {
    expectError(() => predict(word as unknown as Classifier, []), ModelError, {
      code: 'bad-classifier',
      expected: 'what reduce returns',
      got,
    });
    expectError(() => smallest(word as unknown as Problem), InstanceError, {
      code: 'bad-problem',
      expected: 'what weigh returns',
      got,
    });
  });

  it('does not say what to do with a class that never wins', () => {
    expectError(() => reduce(two.classifier.model, { neverWins: word as 'allow' }), InstanceError, {
      code: 'bad-option',
      place: 'neverWins',
      expected: "one of 'refuse', 'allow'",
      got,
    });
  });
});
