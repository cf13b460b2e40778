// The kernel, ready to be called: decoded and compiled when a question first needs it, or null where that cannot be
// (no WebAssembly, no SIMD, or a page whose policy forbids it). Then the engines in TypeScript answer.
import { MODULE } from './module.ts';

/** What packages/core/kernel exports: addresses are bytes from the beginning of the memory. */
export interface KernelCalls {
  /** The first byte that callers may use, a multiple of 16. */
  base(): number;
  gatherColumn(
    bytes: number,
    column: number,
    rows: number,
    values: number,
    first: number,
    options: number,
    stride: number,
    drops: number,
    leads: number,
  ): number;
  smallestRows(
    sides: number,
    options: number,
    classes: number,
    n: number,
    rows: number,
    contrast: number,
    sizes: number,
    masks: number,
  ): number;
  listRows(
    sides: number,
    options: number,
    classes: number,
    n: number,
    first: number,
    rows: number,
    contrast: number,
    most: number,
    room: number,
    counts: number,
    complete: number,
    masks: number,
  ): number;
  tallyRows(
    sides: number,
    options: number,
    classes: number,
    n: number,
    rows: number,
    contrast: number,
    most: number,
    counts: number,
    complete: number,
    sizeCounts: number,
    frequency: number,
  ): number;
  /** Write up to so many further covers, depth-first; see kernel/list.ts. */
  list(state: number, capacity: number, answer: number): number;
  /** Take more weights into the table of the tail; see kernel/table.ts. */
  growTable(state: number, from: number, most: number): void;
  /** Write further covers, smallest first, with a table sorted by size; see kernel/sized.ts. */
  listSized(state: number, capacity: number, answer: number): number;
  sortTable(state: number): void;
  /** Count covers; see kernel/tally.ts. */
  tally(state: number, answer: number): void;
  closeTally(state: number): void;
  /** Add levels to the diagram of the tail; see kernel/diagram.ts. */
  growDiagram(state: number, from: number, most: number, mostCovers: number): void;
}

/** An instance with a memory of its own. */
export interface Kernel {
  readonly calls: KernelCalls;
  /** Its memory as it is now: views of it are void after {@link room}. */
  readonly buffer: ArrayBuffer;
  /** Make room for so many bytes; false where the host refuses. Views made before are void. */
  room(bytes: number): boolean;
}

/** Who calls: each engine has an instance and lays out its memory as it likes. */
export type User = 'rows' | 'tails';

/** The part of WebAssembly that is used; core is compiled without the types of any host. */
interface Host {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE = 1 << 16;

let compiled: object | null | undefined;
const instances = new Map<User, Kernel | null>();
let off = false;

/** The instance of an engine, made when it is first asked for; null where there is none to be had. */
export function kernelFor(user: User): Kernel | null {
  if (off) return null;
  let kernel = instances.get(user);
  if (kernel === undefined) {
    kernel = instantiate();
    instances.set(user, kernel);
  }
  return kernel;
}

/** Run a function as if there were no kernel; for tests and measurements. */
export function withoutKernel<T>(run: () => T): T {
  const before = off;
  off = true;
  try {
    return run();
  } finally {
    off = before;
  }
}

function instantiate(): Kernel | null {
  try {
    const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: Host }).WebAssembly;
    compiled ??= new Module(decode(MODULE));
    const exports = new Instance(compiled).exports as KernelCalls & { readonly memory: Memory };
    const { memory } = exports;
    return {
      calls: exports,
      get buffer() {
        return memory.buffer;
      },
      room(bytes) {
        const missing = bytes - memory.buffer.byteLength;
        if (missing <= 0) return true;
        try {
          memory.grow(Math.ceil(missing / PAGE));
          return true;
        } catch {
          return false;
        }
      },
    };
  } catch {
    // Whatever the reason, the answers are the same without.
    return null;
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 to bytes, where the host may have no function for it. */
function decode(text: string): Uint8Array {
  const values = new Uint8Array(128);
  for (let k = 0; k < DIGITS.length; k++) values[DIGITS.charCodeAt(k)] = k;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let k = 0, at = 0; k < text.length; k += 4) {
    const quad =
      (values[text.charCodeAt(k)] << 18) |
      (values[text.charCodeAt(k + 1)] << 12) |
      (values[text.charCodeAt(k + 2)] << 6) |
      values[text.charCodeAt(k + 3)];
    bytes[at++] = quad >> 16;
    bytes[at++] = quad >> 8;
    bytes[at++] = quad;
  }
  return bytes;
}
