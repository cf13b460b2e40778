// What an attribute or a text of an element means, or an error that names the element.
import { type ErrorDetail, FormatError, show } from '@xpxlc/core';
import type { XmlElement } from './xml.ts';

/** An error at an element. */
export function refuse(element: XmlElement, what: string, detail: Omit<ErrorDetail, 'place'>): FormatError {
  return new FormatError(what, { ...detail, place: element.place });
}

/** What PMML may say and an additive classifier cannot. */
export function unsupported(element: XmlElement, what: string, expected: string, got: string): FormatError {
  return refuse(element, what, { code: 'unsupported', expected, got });
}

/** An attribute that must be there. */
export function required(element: XmlElement, ...names: readonly string[]): string {
  for (const name of names) {
    const value = element.get(name);
    if (value !== undefined) return value;
  }
  throw refuse(element, 'an attribute is missing', {
    code: 'missing-attribute',
    expected: names.join(' or '),
    got: 'none',
  });
}

/** A child that must be there. */
export function requiredChild(element: XmlElement, ...names: readonly string[]): XmlElement {
  const found = element.child(...names);
  if (found !== undefined) return found;
  throw refuse(element, 'an element is missing', {
    code: 'missing-element',
    expected: names.map((name) => `<${name}>`).join(' or '),
    got: 'none',
  });
}

/** A finite number in an attribute; `otherwise` when there is none. */
export function numberOf(element: XmlElement, name: string, otherwise?: number): number {
  const text = otherwise === undefined ? required(element, name) : element.get(name);
  return text === undefined ? (otherwise as number) : toNumber(element, text, name);
}

/** A decimal number, as XML Schema writes doubles; neither infinite nor NaN. */
export function toNumber(element: XmlElement, text: string, what: string): number {
  const number = parseNumber(text);
  if (number !== undefined) return number;
  throw refuse(element, `${what} is not a finite number`, {
    code: 'bad-number',
    expected: 'a finite number',
    got: show(text),
  });
}

/** The finite double that a text writes; undefined when it writes none. */
export function parseNumber(text: string): number | undefined {
  if (!/^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number + 0 : undefined;
}

/** One of a few words. */
export function oneOf<T extends string>(
  element: XmlElement,
  name: string,
  allowed: readonly T[],
  otherwise: T,
): T {
  const text = element.get(name) ?? otherwise;
  const found = allowed.find((word) => word === text);
  if (found !== undefined) return found;
  throw unsupported(element, `${name} of <${element.name}>`, allowed.join(', '), show(text));
}
