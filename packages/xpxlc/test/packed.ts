// The program as users get it: packed, built of the sources under test, and installed once for all tests that start it.
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { install } from '../../../tools/pack.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder whose node_modules holds what is shipped. */
    readonly packed: string;
  }
}

export default function setup(project: TestProject): () => void {
  const home = install();
  project.provide('packed', home);
  return () => rmSync(home, { recursive: true, force: true });
}
