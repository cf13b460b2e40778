// Several names of categories in a text. Names that could be read as several, or as parts of the text, are in quotation marks.

/** `{clerk, nurse}`, `{"clerk, junior", nurse}`. */
export function nameList(names: readonly string[]): string {
  return `{${names.map((name) => quoted(name, /[,"{}]/)).join(', ')}}`;
}

/** `clerk or nurse`; `clerk, nurse or cook`. */
export function namesInWords(names: readonly string[]): string {
  const texts = names.map((name) => quoted(name, /[,"]| or /));
  return `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}

function quoted(name: string, unclear: RegExp): string {
  return unclear.test(name) || name.trim() !== name ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
}
