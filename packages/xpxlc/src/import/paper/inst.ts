// Inst: one instance, a value per line, then perhaps its class.
import { InstanceError, type Model } from '@xpxlc/core';
import { LineReader, type Place, quoted, refuse } from './lines.ts';
import { type Names, namesOf, paperOrder } from './names.ts';
import { plainText, readCount, readNumber, readWhole } from './numbers.ts';

/** An instance: per feature its number or the position of its category, and the position of its class if known. */
export interface PaperInstance {
  readonly values: readonly number[];
  readonly class?: number;
}

/** Options of {@link readInst}. */
export interface InstOptions {
  /**
   * What the instance is of: sizes are checked, and values come in the order of these features (in the file numeric ones
   * come first).
   */
  readonly of?: Names | Model;
  /** `'ignore'` what follows the values as the original program does: any lines that end in a digit. Default `'check'`. */
  readonly class?: 'check' | 'ignore';
  /** Without `of`: how many of the values, the first ones, may be any number. Default 0. */
  readonly reals?: number;
}

/**
 * Read an instance. Categories are 0-based positions: anything but a whole number from 0 up is refused where the
 * original program would take the digits at the end of the line (`-1` as 1, `3.7` as 7).
 *
 * @throws {FormatError} with line and column.
 * @example
 * ```ts
 * import { readInst } from 'xpxlc/import';
 * readInst('3\n0\n1\n1\n0\n'); // => { values: [0, 1, 1], class: 0 }
 * ```
 */
export function readInst(
  text: string,
  { of, reals = 0, class: labels = 'check' }: InstOptions = {},
): PaperInstance {
  const names = of === undefined ? undefined : namesOf(of);
  const order = names === undefined ? undefined : paperOrder(names);
  const lines = new LineReader(text);
  const { count, at } = readCount(lines, 'the number of features');
  if (names !== undefined && count !== names.features.length) {
    throw refuse('wrong number of features', at, {
      code: 'wrong-count',
      expected: String(names.features.length),
      got: String(count),
    });
  }
  const values = new Array<number>(count).fill(0);
  for (let k = 0; k < count; k++) {
    const i = order === undefined ? k : order[k];
    const feature = names?.features[i];
    const token = lines.takeOne(`the value of feature ${k}`);
    const numeric = feature === undefined ? k < reals : feature.values === undefined;
    values[i] = numeric ? readNumber(token) : readWhole(token, 'the position of a category, from 0 up');
    if (feature?.values !== undefined) checkBelow(values[i], feature.values.length, token);
  }
  if (lines.left === 0) return { values };
  if (labels === 'ignore') {
    ignoreClasses(lines);
    return { values };
  }
  const token = lines.takeOne('the class');
  const label = readWhole(token, 'the position of a class, from 0 up');
  if (names !== undefined && names.classes.length > 0) checkBelow(label, names.classes.length, token);
  lines.finish();
  return { values, class: label };
}

/**
 * Write an instance.
 *
 * @param of the values are in the order of these features; numeric ones are written first.
 * @throws {InstanceError} when a value is not a finite number, or there are not as many as features.
 */
export function writeInst(
  { values, class: label }: PaperInstance,
  { of }: { readonly of?: Names | Model } = {},
): string {
  const order = of === undefined ? values.map((_, i) => i) : paperOrder(of);
  const wrong = (place: string, expected: string, got: unknown): InstanceError =>
    new InstanceError('not an instance', { code: 'bad-instance', place, expected, got: String(got) });
  if (order.length !== values.length) throw wrong('values', `${order.length} values`, values.length);
  const bad = values.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) throw wrong(`value ${bad}`, 'a finite number', values[bad]);
  if (label !== undefined && !(Number.isSafeInteger(label) && label >= 0))
    throw wrong('class', 'the position of a class, from 0 up', label);
  const lines = [
    values.length,
    ...order.map((i) => plainText(values[i])),
    ...(label === undefined ? [] : [label]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Lines after the values, which mean nothing. */
function ignoreClasses(lines: LineReader): void {
  while (lines.left > 0) {
    const { text, number } = lines.take('a class');
    if (!/[0-9]\s*$/.test(text))
      throw refuse(
        'not a class',
        { line: number, column: 1 },
        {
          code: 'bad-count',
          expected: 'a line that ends in a digit',
          got: quoted(text),
        },
      );
  }
}

function checkBelow(position: number, size: number, at: Place): void {
  if (position < size) return;
  throw refuse('there is no such position', at, {
    code: 'out-of-domain',
    expected: `0 to ${size - 1}`,
    got: String(position),
  });
}
