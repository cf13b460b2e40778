// What does core look like as one classic script? For tests and hosts without modules (vm, a bare V8).
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * Bundles packages/core/src/index.ts.
 * @returns {string} JavaScript text that declares the global variable `xpxlc`
 */
export function bundleCore() {
  const result = buildSync({
    entryPoints: [fileURLToPath(new URL('../packages/core/src/index.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'xpxlc',
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'silent',
  });
  return result.outputFiles[0].text;
}
