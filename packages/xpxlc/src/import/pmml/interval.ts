// <Interval>: margins and which of them belong to it.
import { compare, fromDouble } from '@xpxlc/core/exact';
import { numberOf, oneOf, refuse } from './attributes.ts';
import type { Exact } from './exact.ts';
import type { XmlElement } from './xml.ts';

/** An interval of numbers; a margin that is not there is infinite. */
export interface Interval {
  readonly left: number;
  readonly right: number;
  readonly leftClosed: boolean;
  readonly rightClosed: boolean;
}

export function readInterval(element: XmlElement): Interval {
  const closure = oneOf(
    element,
    'closure',
    ['openOpen', 'openClosed', 'closedOpen', 'closedClosed'],
    'closedClosed',
  );
  const left = numberOf(element, 'leftMargin', Number.NEGATIVE_INFINITY);
  const right = numberOf(element, 'rightMargin', Number.POSITIVE_INFINITY);
  const leftClosed = closure.startsWith('closed');
  const rightClosed = closure.endsWith('Closed');
  if (left > right || (left === right && !(leftClosed && rightClosed)))
    throw refuse(element, 'an empty interval', {
      code: 'bad-element',
      expected: 'leftMargin ≤ rightMargin',
      got: `${left}, ${right}`,
    });
  return { left, right, leftClosed, rightClosed };
}

export function within({ left, right, leftClosed, rightClosed }: Interval, x: Exact): boolean {
  if (Number.isFinite(left)) {
    const order = compare(x, fromDouble(left));
    if (order < 0 || (order === 0 && !leftClosed)) return false;
  }
  if (!Number.isFinite(right)) return true;
  const order = compare(x, fromDouble(right));
  return order < 0 || (order === 0 && rightClosed);
}
