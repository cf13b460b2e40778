// JSON text → value, with the place of the first mistake. JSON.parse is fast but says where in its own words, if at all;
// when it fails, a tolerant parser finds the place. Two equal keys in one object are a mistake, too: one would be lost.
import { FormatError, show } from '@xpxlc/core';
import { type ParseError, parse, printParseErrorCode, visit } from 'jsonc-parser';

/** JSON text has at most this many levels; no model needs a tenth of them. */
const MAX_DEPTH = 200;

/**
 * The value of a JSON text.
 *
 * @throws {FormatError} `bad-json` or `duplicate-key`, with line and column.
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw syntaxError(text);
  }
  findDuplicateKey(text);
  return value;
}

/** `line 3, column 5` of a position in a text. */
export function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `line ${line}, column ${offset - before.lastIndexOf('\n')}`;
}

function syntaxError(text: string): FormatError {
  checkDepth(text);
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  // What only JSON.parse minds (a control character in a string, say) has no place of its own.
  const offset = errors[0]?.offset ?? text.length;
  const what =
    errors.length > 0 ? printParseErrorCode(errors[0].error).replace(/(?<=.)([A-Z])/g, ' $1') : 'syntax';
  return new FormatError(`not JSON (${what.toLowerCase()})`, {
    code: 'bad-json',
    place: lineAndColumn(text, offset),
    expected: 'JSON',
    got: offset < text.length ? show(text.slice(offset, offset + 20)) : 'the end of the text',
  });
}

/** Both parsers used after JSON.parse descend by recursion. */
function checkDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i += 1;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x5b || c === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) {
        throw new FormatError('nested too deeply', {
          code: 'bad-json',
          place: lineAndColumn(text, i),
          expected: `at most ${MAX_DEPTH} levels`,
          got: 'more',
        });
      }
    } else if (c === 0x5d || c === 0x7d) depth -= 1;
  }
}

function findDuplicateKey(text: string): void {
  checkDepth(text);
  const open: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, offset) => {
      const keys = open[open.length - 1];
      if (keys.has(key)) {
        throw new FormatError('the same key twice in one object', {
          code: 'duplicate-key',
          place: lineAndColumn(text, offset),
          expected: 'each key once',
          got: show(key),
        });
      }
      keys.add(key);
    },
  });
}
