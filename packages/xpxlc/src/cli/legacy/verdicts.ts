// Are the explanations in a file explanations (-c)? If not, what would be (-r)?
import { check } from '@xpxlc/core';
import { type Line, LineReader, quoted, refuse, type Token, tokensOf } from '../../import/paper/lines.ts';
import { type FoundLiteral, findLiterals, literalIndex } from '../../import/paper/literal-index.ts';
import type { LegacyCase } from './question.ts';

/** How lines of explanations begin that a program wrote. */
const PREFIX = /^[ \t]*Expl\S*?:(?:[ \t]|$)/;
/** Where a summary or statistics begin; they end with the next explanation. */
const REPORT = /^\S+ (?:summary|stats):[ \t]*$/;

/** Check every explanation of a text against the question: one line of verdict each, and with `repair` one of remedy. */
export function verdictsText(text: string, question: LegacyCase, repair: boolean): string {
  return readExplanations(text, question)
    .map((literals) => {
      const verdict = `Expl: ${literals.map((literal) => literal.text).join(' ')}    =>    `;
      const { words, good } = judge(literals, question);
      return `${verdict}${words}\n${repair && !good ? repaired(literals, question) : ''}`;
    })
    .join('');
}

/** The literals of every line that holds an explanation. */
function readExplanations(text: string, { names }: LegacyCase): FoundLiteral[][] {
  const index = literalIndex(names);
  const lines = new LineReader(text);
  const found: FoundLiteral[][] = [];
  let report = false;
  while (lines.left > 0) {
    const line = lines.take('an explanation');
    const prefixed = PREFIX.test(line.text);
    report = (report && !prefixed) || REPORT.test(line.text);
    if (report) continue;
    const tokens = tokensOf(line);
    // Whatever stands first is passed over, as in the original, unless that would lose a literal.
    if (!prefixed && isReadable(line, tokens, index)) {
      throw refuse('not an explanation', tokens[0], {
        code: 'missing-prefix',
        expected: "'Expl: ' before the literals",
        got: quoted(tokens[0].text),
      });
    }
    found.push(findLiterals(line, tokens.slice(1), index));
  }
  return found;
}

function isReadable(line: Line, tokens: readonly Token[], index: ReturnType<typeof literalIndex>): boolean {
  try {
    return findLiterals(line, tokens, index).length > 0;
  } catch {
    return false;
  }
}

function judge(
  literals: readonly FoundLiteral[],
  question: LegacyCase,
): { readonly words: string; readonly good: boolean } {
  const { drops, threshold, forced } = question;
  const wrong = literals.filter((literal) => !holds(literal, question));
  if (wrong.length > 0)
    return {
      words: `NOT an explanation, i.e. the instance does not have: ${listed(wrong)}`,
      good: false,
    };
  const times = new Map<number, number>();
  for (const { feature } of literals) times.set(feature, (times.get(feature) ?? 0) + 1);
  const sum = [...times.keys()].reduce((total, feature) => total + drops[feature], 0n);
  if (sum <= threshold || forced.some((feature) => !times.has(feature)))
    return { words: 'NOT an explanation, i.e. entailment does not hold', good: false };
  const spare = literals.filter(
    ({ feature }) =>
      (times.get(feature) as number) > 1 || (sum - drops[feature] > threshold && !forced.includes(feature)),
  );
  return spare.length === 0
    ? { words: 'Confirmed as (subset-minimal) explanation', good: true }
    : { words: `Redundant explanation. Example of redundant literals: ${listed(spare)}`, good: false };
}

/** Whether the instance has this literal; categories that print alike are not told apart. */
function holds({ feature, relation, value, text }: FoundLiteral, { values, literals }: LegacyCase): boolean {
  return value === undefined ? text === literals[feature] : relation === '=' && value === values[feature];
}

function listed(literals: readonly FoundLiteral[]): string {
  return literals.map(({ text }) => text).join(' ');
}

/** A minimal explanation that keeps of the given one what it can. */
function repaired(given: readonly FoundLiteral[], question: LegacyCase): string {
  const { problem, literals } = question;
  const sound = given.filter((literal) => holds(literal, question)).map(({ feature }) => feature);
  const features = check(problem, [...new Set(sound)]).repaired ?? [];
  const texts = features.map((feature) => literals[feature]).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return `Expl_(repaired): ${texts.join(' ')}\n`;
}
