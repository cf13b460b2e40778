import { type FormatError, linearModel, reduce, scorecard, weigh } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { Decision } from '../../src/decision/decision.ts';
import { readPhrases, type Told } from '../../src/report/phrases.ts';
import { principalReasons } from '../../src/report/principal-reasons.ts';

const CARD = reduce(
  scorecard({
    classes: ['refuse', 'grant'],
    features: [
      { name: 'age', kind: 'integer', lower: 18, upper: 99, unit: 'years' },
      { name: 'job', values: ['student', 'high', '*', 'clerk'] },
      { name: 'late payments', kind: 'integer', lower: 0, upper: 50 },
    ],
    points: [{ cuts: [25, 60], values: [5, 25, 10] }, [0, 5, 6, 20], { cuts: [1, 3], values: [30, 10, 0] }],
    cutoff: 60,
  }),
);

function phrase(dictionary: unknown, told: Partial<Told>): string | undefined {
  const phrases = readPhrases(JSON.stringify(dictionary), CARD, 'words.json');
  return phrases({ class: 'refuse', feature: 2, value: 4, direction: 'high', ...told });
}

function problemWith(dictionary: unknown): FormatError {
  try {
    const text = typeof dictionary === 'string' ? dictionary : JSON.stringify(dictionary);
    readPhrases(text, CARD, 'words.json');
  } catch (error) {
    return error as FormatError;
  }
  throw new Error('it was accepted');
}

describe('a key is', () => {
  const holds = (key: string, value: number): boolean =>
    phrase({ 'late payments': { [key]: 'yes' } }, { value, direction: undefined }) === 'yes';

  it.each([
    ['>= 3', 3, true],
    ['≥3', 2, false],
    ['> 3', 3, false],
    ['<= 3', 3, true],
    ['≤ 3', 4, false],
    ['< 3', 3, false],
    ['= 3', 3, true],
    ['3', 4, false],
    ['-1', -1, true],
    ['−1', -1, true],
    ['1e1', 10, true],
    ['[1, 3)', 1, true],
    ['[1, 3)', 3, false],
    ['(1, 3]', 1, false],
    ['in (1, 3]', 3, true],
    ['1..3', 3, true],
    ['1 to 3', 0, false],
    ['3 or more', 3, true],
    ['3 or fewer', 4, false],
    ['late payments ≥ 3', 3, true],
    ['1 ≤ late payments < 3', 3, false],
    ['1 < late payments ≤ 3', 3, true],
    ['1 < late payments ≤ 3', 1, false],
    ['late payments in [1, 3)', 2, true],
    ['late payments from 1 to under 3', 1, true],
    ['from 1 to under 3', 3, false],
    ['over 1 to 3', 1, false],
    ['over 1 to 3', 3, true],
  ])('numbers: %s of %d is %s', (key, value, expected) => {
    expect(holds(key, value)).toBe(expected);
  });

  it('numbers with the unit of the feature', () => {
    expect(phrase({ age: { 'age < 25 years': 'young' } }, { feature: 0, value: 20 })).toBe('young');
    expect(
      phrase({ age: { '< 25 years': 'young' } }, { feature: 0, value: 25, direction: 'low' }),
    ).toBeUndefined();
  });

  it('a category before all else', () => {
    const job = { high: 'H', '*': 'star', student: 'S' };
    expect(phrase({ job }, { feature: 1, value: 'high', direction: undefined })).toBe('H');
    expect(phrase({ job }, { feature: 1, value: '*', direction: undefined })).toBe('star');
    expect(phrase({ job }, { feature: 1, value: 'clerk', direction: undefined })).toBeUndefined();
  });
});

it('says what fits the value before what fits its direction, and that before anything', () => {
  const all = { 'late payments': { '*': 'any', high: 'high', '>= 3': 'many', '>= 2': 'some' } };
  expect(phrase(all, {})).toBe('many');
  expect(phrase(all, { value: 2 })).toBe('some');
  expect(phrase(all, { value: 1 })).toBe('high');
  expect(phrase(all, { value: 1, direction: 'low' })).toBe('any');
  expect(phrase({ 'late payments': 'payments' }, { value: null })).toBe('payments');
});

it('never says of a missing value that it is too high', () => {
  const all = { 'late payments': { high: 'high', '>= 0': 'many', missing: 'not told' } };
  expect(phrase(all, { value: null })).toBe('not told');
  expect(phrase({ 'late payments': { high: 'high', '>= 0': 'many' } }, { value: null })).toBeUndefined();
});

it('knows phrases by class', () => {
  const all = { 'late payments': { high: { refuse: 'too many' }, '*': 'payments' } };
  expect(phrase(all, {})).toBe('too many');
  expect(phrase(all, { class: 'grant' })).toBe('payments');
});

it('does not call a number high where a higher one would help, too', () => {
  const features = [{ name: 'age', lower: 18, upper: 99 }];
  const hill = reduce(
    scorecard({
      classes: ['refuse', 'grant'],
      features,
      points: [{ cuts: [25, 60, 80], values: [9, 0, 9, 5] }],
      cutoff: 9,
    }),
  );
  const phrases = readPhrases('{"age": {"high": "too old", "low": "too young"}}', hill, 'words.json');
  const reason = (age: number): string =>
    principalReasons(new Decision(weigh(hill, { age })), { most: 4, phrases }).list[0].text;
  expect(reason(40)).toBe('age from 25 to under 60');
  expect(reason(90)).toBe('too old');
});

it('gives phrases to reasons by what would help the case', () => {
  const line = reduce(
    linearModel({
      classes: ['refuse', 'grant'],
      features: [{ name: 'income', lower: 0, upper: 100 }],
      weights: [1],
      intercept: -50,
    }),
  );
  const phrases = readPhrases('{"income": {"high": "too high", "low": "too low"}}', line, 'words.json');
  const reason = (income: number): string =>
    principalReasons(new Decision(weigh(line, { income })), { most: 4, phrases }).list[0].text;
  expect([reason(10), reason(90)]).toEqual(['too low', 'too high']);
});

describe('what is wrong is told with its place', () => {
  it.each([
    [
      { 'late payment': 'x' },
      "words.json: unknown feature; expected one of 'age', 'job', 'late payments', got 'late payment' (did you mean 'late payments'?)",
    ],
    [
      { job: { clark: 'x' } },
      "words.json, feature 'job': unknown category; expected one of 'student', 'high', '*', 'clerk', got 'clark' (did you mean 'clerk'?)",
    ],
    [
      { age: { hig: 'x' } },
      "words.json, feature 'age': not a value of a number; expected numbers like '>= 3', '[1, 3)' or '3 or more', or high, low, missing, *, got 'hig' (did you mean 'high'?)",
    ],
    [
      { age: { high: { refused: 'x' } } },
      "words.json, 'age': unknown class; expected one of 'refuse', 'grant', got 'refused' (did you mean 'refuse'?)",
    ],
    [
      { age: { high: 3 } },
      'words.json, $.age: not a dictionary of phrases; expected a phrase, or an object from values to phrases, got an object',
    ],
    ['{"age": ', 'words.json, line 1, column 9'],
    ['{"age": "a", "age": "b"}', 'words.json, line 1, column 14: the same key twice in one object'],
    [[], 'words.json, $: not a dictionary of phrases; expected an object'],
  ])('%j', (dictionary, message) => {
    expect(problemWith(dictionary).message).toContain(message);
  });
});
