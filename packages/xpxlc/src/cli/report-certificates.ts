// The certificates in a report, as `xpxlc report` writes it (appendix.tsx) or a browser saves it.

/** Whether a text begins as a page does. */
export function isPage(firstLine: string): boolean {
  return /^\s*<(!doctype html|html)\b/i.test(firstLine);
}

/** The texts of the certificates, in order. */
export function certificatesIn(page: string): string[] {
  return Array.from(page.matchAll(/<pre class="certificate">([^<]*)<\/pre>/g), ([, text]) => unescaped(text));
}

const LETTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

function unescaped(text: string): string {
  return text.replace(/&(#39|\w+);/g, (whole, name: string) => LETTERS[name] ?? whole);
}
