// Which node answers for a residual? Nodes of any length lie end to end and begin with the double where their interval begins; behind
// the last is one that begins at Infinity.
import { State } from './state';

const TWO_44: f64 = 17592186044416;

export class Finder {
  /** Equal buckets over the range of the nodes: four a node, so that few hold more than two. */
  static prepare(s: State, size: usize): void {
    const last = s.last;
    const buckets = 4 * s.nodes;
    const top = load<f64>(last);
    const perUnit: f64 = top === 0 ? 0 : <f64>buckets / top;
    let node = s.table;
    for (let b = 0; b <= buckets; b++) {
      while (node < last && load<f64>(node + size) * perUnit <= <f64>b) node += size;
      store<usize>(s.first + ((<usize>b) << 2), node);
    }
    s.perUnit = perUnit;
  }

  /** The node of a residual, or 0 when that is too near to a breakpoint to be certain. */
  @inline
  static nodeOf(
    r: f64,
    table: usize,
    last: usize,
    first: usize,
    perUnit: f64,
    window: f64,
    size: usize,
  ): usize {
    let node = last;
    if (r < load<f64>(last)) {
      // Added to 2^44, the whole part of a number lies at bit 8.
      const bucket = <usize>(reinterpret<u64>(r * perUnit + TWO_44) >> 8);
      node = r > 0 ? load<usize>(first + (bucket << 2)) : table;
      // Two steps without a branch are nearly always enough.
      node += load<f64>(node + size) <= r ? size : 0;
      node += load<f64>(node + size) <= r ? size : 0;
      while (load<f64>(node + size) <= r) node += size;
      // The product may have been rounded across a bucket's edge.
      while (node > table && load<f64>(node) > r) node -= size;
    }
    if (window > 0 && !(r - load<f64>(node) >= window && load<f64>(node + size) - r >= window)) return 0;
    return node;
  }
}
