// JSON as rows need it: long whole numbers keep their digits, and keys that appear twice are noticed.
import { type JSONVisitor, visit } from 'jsonc-parser';

/** Whole numbers with more digits may not be doubles. */
const LONG = /\d{16}/;

/** A value; whole numbers beyond the safe ones are texts, where the engine tells their digits. @throws {SyntaxError} */
export function parseJson(text: string): unknown {
  return LONG.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(
  this: unknown,
  _key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const source = context?.source;
  const lost = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return lost && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

/** Whether a key of the object, which the text is, appears twice. */
export function hasRepeatedKey(text: string, keys: number): boolean {
  // As many colons after quotes as keys: each of them belongs to a key of its own.
  let colons = 0;
  for (const _ of text.matchAll(/"\s*:/g)) colons += 1;
  if (colons === keys) return false;
  const seen = new Set<string>();
  let depth = 0;
  let repeated = false;
  const visitor: JSONVisitor = {
    onObjectBegin: () => {
      depth += 1;
    },
    onObjectEnd: () => {
      depth -= 1;
    },
    onObjectProperty: (name) => {
      if (depth !== 1) return;
      if (seen.has(name)) repeated = true;
      seen.add(name);
    },
  };
  visit(text, visitor);
  return repeated;
}
