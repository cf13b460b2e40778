// Elements as XML. What documents give as their text is HTML, in which a `<` in an attribute and a non-breaking space are written in ways
// that no reader of SVG files takes.

const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML cannot hold in any way: control characters, and halves of letters. */
const IMPOSSIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A picture, or any element of one, as the text of an SVG file. */
export function svgText(element: Element): string {
  const name = element.localName;
  const attributes = Array.from(element.attributes, (one) => ` ${one.name}="${escaped(one.value)}"`).join('');
  const content = Array.from(element.childNodes, contentText).join('');
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

function contentText(node: Node): string {
  if (node.nodeType === 1) return svgText(node as Element);
  return node.nodeType === 3 ? escaped(node.nodeValue ?? '') : '';
}

function escaped(text: string): string {
  return text.replace(IMPOSSIBLE, '\ufffd').replace(/[&<>"]/g, (letter) => NAMES[letter]);
}
