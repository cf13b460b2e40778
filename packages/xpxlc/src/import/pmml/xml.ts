// XML → a tree of elements that know where they stand. Only what PMML needs: no document types (and so no entities of the
// file's own), bounded depth and size. The tokenising is saxes's.
import { FormatError, LimitError, show } from '@xpxlc/core';
import { SaxesParser } from 'saxes';

/** Deeper than any exporter nests, and shallow enough for recursion. */
const MOST_DEPTH = 200;
/** So many elements fit in memory; a model of ten thousand features has far fewer. */
const MOST_ELEMENTS = 2_000_000;

/** One element. Names are local names; text is kept only where it matters (it is short then). */
export class XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: XmlElement | undefined;
  readonly children: XmlElement[] = [];
  text = '';
  private readonly document: string;
  private readonly offset: number;

  constructor(
    name: string,
    attributes: ReadonlyMap<string, string>,
    parent: XmlElement | undefined,
    where: { readonly document: string; readonly offset: number },
  ) {
    this.name = name;
    this.attributes = attributes;
    this.parent = parent;
    this.document = where.document;
    this.offset = where.offset;
  }

  /** The first child of one of these names. */
  child(...names: readonly string[]): XmlElement | undefined {
    return this.children.find(({ name }) => names.includes(name));
  }

  all(...names: readonly string[]): XmlElement[] {
    return this.children.filter(({ name }) => names.includes(name));
  }

  get(attribute: string): string | undefined {
    return this.attributes.get(attribute);
  }

  /** The path from the root, with line and column: what messages call this place. */
  get place(): string {
    const steps: string[] = [];
    for (let at: XmlElement | undefined = this; at !== undefined; at = at.parent) {
      const { name, parent } = at;
      const same = parent === undefined ? [] : parent.all(name);
      steps.push(same.length > 1 ? `${name}[${same.indexOf(at) + 1}]` : name);
    }
    return `/${steps.reverse().join('/')}, ${lineAndColumn(this.document, this.offset)}`;
  }
}

/**
 * Parse a document.
 *
 * @throws {FormatError} `bad-xml`, `unsupported` (a document type).
 * @throws {LimitError} `too-deep`, `too-many-elements`.
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  let offset = 0;
  parser.on('error', (error) => {
    // saxes puts its own position before the message.
    throw new FormatError('not well-formed XML', {
      code: 'bad-xml',
      place: lineAndColumn(text, parser.position),
      expected: 'XML',
      got: show(error.message.replace(/^\d+:\d+: /, '')),
    });
  });
  parser.on('doctype', () => {
    throw new FormatError('a document type is not read', {
      code: 'unsupported',
      place: lineAndColumn(text, parser.position),
      expected: 'no <!DOCTYPE …>: entities of a file can be bombs, or point elsewhere',
      got: '<!DOCTYPE',
    });
  });
  parser.on('opentagstart', () => {
    offset = text.lastIndexOf('<', parser.position - 1);
  });
  parser.on('opentag', ({ local, attributes }) => {
    const own = new Map<string, string>();
    for (const { prefix, local: key, value } of Object.values(attributes))
      if (prefix === '') own.set(key, value);
    const element = new XmlElement(local, own, open.at(-1), { document: text, offset });
    count++;
    if (open.length >= MOST_DEPTH) throw tooMuch('too-deep', `${MOST_DEPTH} levels`, element);
    if (count > MOST_ELEMENTS) throw tooMuch('too-many-elements', `${MOST_ELEMENTS} elements`, element);
    // What an Extension says is for the program that wrote it.
    if (!open.some(({ name }) => name === 'Extension') && local !== 'Extension')
      open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const keep = (piece: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  };
  parser.on('text', keep);
  parser.on('cdata', keep);
  parser.write(text).close();
  if (root === undefined)
    throw new FormatError('no element', {
      code: 'bad-xml',
      place: 'line 1, column 1',
      expected: 'XML',
      got: 'none',
    });
  return root;
}

function tooMuch(code: string, most: string, { place }: XmlElement): LimitError {
  return new LimitError('too much XML', { code, place, expected: `at most ${most}`, got: 'more' });
}

function lineAndColumn(text: string, offset: number): string {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at + 1;
  }
  return `line ${line}, column ${Math.max(offset - start, 0) + 1}`;
}
