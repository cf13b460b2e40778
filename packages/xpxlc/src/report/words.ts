// Small joints of sentences.

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

/** An explanation as a sentence. */
export function ruleText(literals: readonly string[], name: string): string {
  if (literals.length === 0) return `Every case is decided ${name}, whatever its values are.`;
  const bracketed = literals.map((text) => (text.includes(' or ') ? `(${text})` : text));
  return `Every case with ${listed(bracketed)} is decided ${name}, whatever its other values are.`;
}
