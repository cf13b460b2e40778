// The entry `@xpxlc/core/exact`: exact arithmetic of doubles, for those who read and write models.
export {
  add,
  bitLength,
  compare,
  type Dyadic,
  fromDouble,
  multiply,
  negate,
  subtract,
  trimmed,
  ZERO,
} from './dyadic.ts';
export { above, below } from './neighbour.ts';
export { toDouble, whole } from './ratio.ts';
