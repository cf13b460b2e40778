import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FILE, pythonQuestions } from '../python-questions.mjs';

it('the questions of the Python package are those of packages/xpxlc/src/ask', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(pythonQuestions());
});
