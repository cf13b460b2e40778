// The kernel: the inner loops of core in AssemblyScript, compiled to one WebAssembly module by `node tools/kernel.mjs`.
// It imports nothing and allocates nothing: callers lay out its memory, from `base()` on, and pass addresses.
export { growDiagram } from './diagram';
export { list } from './list';
export * from './rows';
export { listSized, sortTable } from './sized';
export { growTable } from './table';
export { closeTally, tally } from './tally';

/** The first byte that callers may use, a multiple of 16. */
export function base(): usize {
  return (__heap_base + 15) & ~15;
}
