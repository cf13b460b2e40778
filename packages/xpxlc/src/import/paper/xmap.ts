// XMAP: the names of classes, features and categories, each with its index in front.
import { FormatError, type Model } from '@xpxlc/core';
import { inOrder } from './class-order.ts';
import { endOf, LineReader, type Place, quoted, refuse, tokensOf } from './lines.ts';
import { type FeatureNames, type Names, namesOf, paperOrder } from './names.ts';
import { readCount, readWhole } from './numbers.ts';

/** Options of {@link readXmap}. */
export interface XmapOptions {
  /**
   * The same name twice, among the classes, the features or the categories of one feature: `'refuse'` (default), since
   * nobody could tell them apart, or `'keep'` as in the original program; models then number them (`a`, `a (2)`).
   */
  readonly repeats?: 'refuse' | 'keep';
}

/**
 * Read an XMAP file. Names are kept as they stand, without the blanks around them; a category's label may be empty
 * (a model calls it `(empty)`). Classes and categories may be listed in any order of their indices.
 *
 * @throws {FormatError} with line and column.
 * @example
 * ```ts
 * import { readXmap } from 'xpxlc/import';
 * readXmap('2\n0 no\n1 yes\n1\n0\n1\n0 marital status\n2\n0 single\n1 married\n').features;
 * // => [{ name: 'marital status', values: ['single', 'married'] }]
 * ```
 */
export function readXmap(text: string, { repeats = 'refuse' }: XmapOptions = {}): Names {
  const lines = new LineReader(text);
  const names = (start: number, count: number, what: string): string[] =>
    readNames(lines, { start, count, what, repeats });
  const { count: classCount } = readCount(lines, 'the number of classes');
  const classes = names(0, classCount, 'class');
  const { count, at } = readCount(lines, 'the number of features');
  const { count: realCount } = readCount(lines, 'the number of numeric features');
  const reals = names(0, realCount, 'feature').map((name): FeatureNames => ({ name }));
  const { count: categorical } = readCount(lines, 'the number of categorical features', 3);
  if (realCount + categorical !== count) {
    throw refuse('the numbers of features do not add up', at, {
      code: 'wrong-count',
      expected: `${realCount} + ${categorical}`,
      got: String(count),
    });
  }
  const seen = new Set(reals.map(({ name }) => name));
  const features = Array.from({ length: categorical }, (_, j): FeatureNames => {
    const line = readName(lines, `feature ${realCount + j}`, 'feature');
    if (line.index !== realCount + j) throw wrongIndex(line, `${realCount + j}`);
    if (repeats === 'refuse') checkNew(seen, line, 'feature');
    const { count: size, at: sizeAt } = readCount(lines, `the number of categories of '${line.name}'`);
    if (size === 0)
      throw refuse('a feature without categories', sizeAt, {
        code: 'empty-domain',
        expected: 'at least 1',
        got: '0',
      });
    return { name: line.name, values: names(0, size, 'category') };
  });
  lines.finish();
  return { classes, features: [...reals, ...features] };
}

/**
 * Write names, or those of a model, as an XMAP file. Numeric features come first ({@link paperOrder}).
 *
 * @param firstClass two classes only: which one is written as class 0 (see `writeXlc`); default the first.
 * @throws {FormatError} `not-representable` for a name with a line break or with blanks around it.
 * @example
 * ```ts
 * import { writeXmap } from 'xpxlc/import';
 * writeXmap({ classes: ['no', 'yes'], features: [{ name: 'age' }] }); // => '2\n0 no\n1 yes\n1\n1\n0 age\n0\n'
 * ```
 */
export function writeXmap(
  source: Names | Model,
  { firstClass }: { readonly firstClass?: string } = {},
): string {
  const { classes, features } = namesOf(source);
  const ordered = paperOrder(source).map((i) => features[i]);
  const reals = ordered.filter(({ values }) => values === undefined);
  const nameLine =
    (what: string, mayBeEmpty = false) =>
    (name: string, i: number): string => {
      if (/[\r\n]|^[ \t]|[ \t]$/.test(name) || (name === '' && !mayBeEmpty)) {
        throw new FormatError('a name that the format cannot hold', {
          code: 'not-representable',
          place: `${what} ${i}`,
          expected: 'a name on one line without blanks around it',
          got: JSON.stringify(name),
        });
      }
      return name === '' ? `${i}` : `${i} ${name}`;
    };
  const lines: (string | number)[] = [
    classes.length,
    ...inOrder(classes, firstClass).map(nameLine('class')),
    ordered.length,
    reals.length,
    ...reals.map(({ name }, i) => nameLine('feature')(name, i)),
    ordered.length - reals.length,
  ];
  ordered.slice(reals.length).forEach(({ name, values = [] }, j) => {
    lines.push(nameLine('feature')(name, reals.length + j), values.length);
    const label = nameLine(`feature '${name}', category`, true);
    values.forEach((value, v) => {
      lines.push(label(value, v));
    });
  });
  return `${lines.join('\n')}\n`;
}

interface NameLine extends Place {
  readonly index: number;
  readonly name: string;
}

/** An index and the rest of the line. */
function readName(lines: LineReader, expected: string, what: string): NameLine {
  const line = lines.take(expected);
  const [first, ...words] = tokensOf(line);
  const index = readWhole(first, `the index of ${expected}`);
  const last = words.at(-1);
  const name =
    last === undefined ? '' : line.text.slice(words[0].column - 1, last.column - 1 + last.text.length);
  if (name === '' && what !== 'category')
    throw refuse('a name is missing', endOf(line), {
      code: 'empty-name',
      expected: `the name of ${expected}`,
    });
  return { index, name, line: line.number, column: first.column };
}

/** `count` names with the indices from `start` on, in any order. */
function readNames(
  lines: LineReader,
  { start, count, what, repeats }: { start: number; count: number; what: string; repeats: 'refuse' | 'keep' },
): string[] {
  const names = new Array<string | undefined>(count).fill(undefined);
  const seen = new Set<string>();
  for (let i = 0; i < count; i++) {
    const line = readName(lines, `${what} ${start + i}`, what);
    const position = line.index - start;
    if (position < 0 || position >= count || names[position] !== undefined) {
      throw wrongIndex(line, `an index from ${start} to ${start + count - 1} that was not there before`);
    }
    if (repeats === 'refuse') checkNew(seen, line, what);
    names[position] = line.name;
  }
  return names as string[];
}

function checkNew(seen: Set<string>, line: NameLine, what: string): void {
  if (seen.has(line.name)) {
    throw refuse(`the same ${what} twice`, line, {
      code: 'duplicate-name',
      expected: "distinct names, or repeats: 'keep'",
      got: quoted(line.name),
    });
  }
  seen.add(line.name);
}

function wrongIndex(line: NameLine, expected: string): FormatError {
  return refuse('wrong index', line, { code: 'bad-index', expected, got: String(line.index) });
}
