// Which categories are in this bin? Lists as Python prints them: a list, a numpy array, an array of pandas.

/** What pandas writes around the list of an array of texts, and how many entries it says there are. */
const PANDAS = /^<\w+>\n([\s\S]*)\nLength: (\d+), dtype: [\s\S]*$/;

/** A text in quotes, a number, or a word; blanks and commas separate. */
const ENTRY =
  /\s*(?:(?:np\.str_\()?(?:'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)")\)?|([^\s,'"[\]()]+))\s*,?/y;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/**
 * The categories of a list like `['a', 'b']`, `['a' 'b']` or `[1 2]`; `undefined` when the text is no list, or one that was cut
 * short (`['a', ..., 'z']`).
 */
export function toCategories(text: string): readonly string[] | undefined {
  const pandas = PANDAS.exec(text);
  const list = (pandas?.[1] ?? text).trim();
  if (!list.startsWith('[') || !list.endsWith(']')) return undefined;
  const body = list.slice(1, -1).trim();
  const found: string[] = [];
  ENTRY.lastIndex = 0;
  while (ENTRY.lastIndex < body.length) {
    const entry = ENTRY.exec(body);
    if (entry === null || entry[3] === '...') return undefined;
    found.push(entry[3] === undefined ? unescaped(entry[1] ?? entry[2]) : bare(entry[3]));
  }
  return pandas !== null && Number(pandas[2]) !== found.length ? undefined : found;
}

/** Numbers as a table has them: numpy's `1.` is 1. */
function bare(text: string): string {
  return /^-?\d+\.$/.test(text) ? text.slice(0, -1) : text;
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|([\s\S]))/gi,
    (_, byte?: string, unit?: string, other?: string) =>
      other === undefined
        ? String.fromCharCode(Number.parseInt((byte ?? unit) as string, 16))
        : (ESCAPES[other] ?? other),
  );
}
