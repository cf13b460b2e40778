// Compiles packages/core/kernel (AssemblyScript) to packages/core/src/kernel/module.ts. Run after changing it: node tools/kernel.mjs
import { writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const OUTPUT = 'packages/core/src/kernel/module.ts';

/** No collector, no imports, nothing thrown: memory belongs to the caller. */
const OPTIONS = [
  ...['-O3', '--noAssert', '--runtime', 'stub', '--use', 'abort='],
  ...['--enable', 'simd', '--initialMemory', '1'],
];

/**
 * Compiles the kernel.
 * @returns {Promise<string>} the TypeScript text of the generated file
 */
export async function compileKernel() {
  // Its types would bring globals of AssemblyScript that contradict those of Node.
  const { default: asc } = await import(/** @type {string} */ ('assemblyscript/asc'));
  /** @type {Uint8Array | undefined} */
  let binary;
  const { error, stderr } = await asc.main(
    ['packages/core/kernel/index.ts', '--baseDir', root, '--outFile', 'kernel.wasm', ...OPTIONS],
    {
      /** @type {(name: string, content: Uint8Array) => void} */
      writeFile: (name, content) => {
        if (name === 'kernel.wasm') binary = content;
      },
    },
  );
  if (error !== null || binary === undefined) throw new Error(`${stderr}${error?.message ?? ''}`);
  return [
    '// Made by `node tools/kernel.mjs` from packages/core/kernel; not to be edited.',
    '',
    `/** The kernel as a WebAssembly module of ${binary.length} bytes, in base64. */`,
    `export const MODULE: string = '${Buffer.from(binary).toString('base64')}';`,
    '',
  ].join('\n');
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(`${root}${OUTPUT}`, await compileKernel());
