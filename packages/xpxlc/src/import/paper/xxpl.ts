// XXPL: explanations as lines of literals, as the original program prints them with -w.
import type { Model } from '@xpxlc/core';
import { type Line, LineReader, quoted, refuse, tokensOf } from './lines.ts';
import { findLiterals, type LiteralIndex, literalIndex } from './literal-index.ts';
import { type Names, namesOf } from './names.ts';
import { type Relation, renderLiteral } from './render.ts';

/** One literal of an explanation. */
export interface PaperLiteral {
  /** As it stands in the text. */
  readonly text: string;
  /** Position of the feature in the names or the model. */
  readonly feature: number;
  readonly relation: Relation;
  /** The number, or the position of the category; `undefined` when several categories of the feature print alike. */
  readonly value: number | undefined;
}

/** One line of an XXPL file. */
export interface PaperExplanation {
  readonly line: number;
  readonly literals: readonly PaperLiteral[];
  /** Positions of the features, in increasing order. */
  readonly features: readonly number[];
}

/** `Expl:`, `Expl_(#2/4):`, `Expl_(#2/4;W:-0.05):`, or any other note without blanks before the colon; it is not checked. */
const PREFIX = /^[ \t]*Expl\S*?:(?:[ \t]|$)/;
/** Where the original program's summary or statistics begin; they end with the text or the next explanation. */
const REPORT = /^\S+ (?:summary|stats):[ \t]*$/;

/**
 * Read explanations, also from the original program's output with names that contain blanks and quotes: each literal is
 * recognised by how it would be printed ({@link renderLiteral}), the longest first. Summaries and statistics after
 * them are passed over. Literals of numeric features are `name<relation>number`.
 *
 * @throws {FormatError} with line and column: `missing-prefix`, `unknown-literal`, `ambiguous-literal`,
 * `repeated-feature`.
 * @example
 * ```ts
 * import { readXxpl } from 'xpxlc/import';
 * const names = { classes: [], features: [{ name: 'age' }, { name: 'home town', values: ['Ulm', 'Bad Ems'] }] };
 * readXxpl("Expl: 'home town'='Bad Ems' age>=35\n", names)[0].features; // => [0, 1]
 * ```
 */
export function readXxpl(text: string, source: Names | Model): PaperExplanation[] {
  const index = literalIndex(namesOf(source));
  return explanationLines(text).map((line) => readLine(line, index));
}

/** Whether every line is an explanation or part of a report, and there is an explanation. */
export function looksLikeXxpl(text: string): boolean {
  try {
    return explanationLines(text).length > 0;
  } catch {
    return false;
  }
}

/**
 * Write explanations as the original program prints them, literals in the order of their bytes.
 *
 * @param explanations per explanation its literals: a feature, its number or category, and for numbers perhaps a relation.
 * @param verbose write sizes into the prefix, as with `-v`.
 * @throws {InstanceError} when there is no such feature or category.
 * @example
 * ```ts
 * import { writeXxpl } from 'xpxlc/import';
 * const names = { classes: [], features: [{ name: 'R1', values: ['f', 't'] }, { name: 'R2', values: ['f', 't'] }] };
 * writeXxpl(names, [[{ feature: 1, value: 0 }, { feature: 0, value: 1 }]]); // => 'Expl: R1=t R2=f\n'
 * ```
 */
export function writeXxpl(
  source: Names | Model,
  explanations: Iterable<readonly { feature: number; value: number; relation?: Relation }[]>,
  { verbose = false }: { readonly verbose?: boolean } = {},
): string {
  const names = namesOf(source);
  const lines: string[] = [];
  for (const literals of explanations) {
    const texts = literals.map(({ feature, value, relation }) =>
      renderLiteral(names, feature, value, relation),
    );
    const sizes = verbose ? `_(#${texts.length}/${names.features.length})` : '';
    lines.push(`Expl${sizes}: ${texts.sort(byBytes).join(' ')}\n`);
  }
  return lines.join('');
}

/** The order of two texts by their UTF-8 bytes, which is that of their code points. */
export function byBytes(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i += 1;
  // Within a surrogate pair the difference may lie in the second half: start at the first.
  if (i > 0 && /[\ud800-\udbff]/.test(a[i - 1])) i -= 1;
  return (a.codePointAt(i) ?? -1) - (b.codePointAt(i) ?? -1);
}

/** The lines that hold explanations. */
function explanationLines(text: string): Line[] {
  const lines = new LineReader(text);
  const found: Line[] = [];
  let report = false;
  while (lines.left > 0) {
    const line = lines.take('an explanation');
    if (PREFIX.test(line.text)) {
      report = false;
      found.push(line);
    } else if (REPORT.test(line.text)) report = true;
    else if (!report) {
      const [first] = tokensOf(line);
      throw refuse('not an explanation', first, {
        code: 'missing-prefix',
        expected: "'Expl: ' before the literals",
        got: quoted(first.text),
      });
    }
  }
  return found;
}

function readLine(line: Line, index: LiteralIndex): PaperExplanation {
  const tokens = tokensOf(line).slice(1);
  const literals = findLiterals(line, tokens, index).map(({ at, ...literal }) => ({ at, literal }));
  const seen = new Set<number>();
  for (const { at, literal } of literals) {
    if (seen.has(literal.feature)) {
      throw refuse('the same feature twice', at, {
        code: 'repeated-feature',
        expected: 'one literal per feature',
        got: quoted(literal.text),
      });
    }
    seen.add(literal.feature);
  }
  return {
    line: line.number,
    literals: literals.map(({ literal }) => literal),
    features: [...seen].sort((a, b) => a - b),
  };
}
