// A whole process like the original tool's: start Node, read the model and the instance, count, print. The script is
// bundled, as an installed program would be, and tells its user CPU time.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { Case } from './data.ts';
import { withFiles } from './perl.ts';

/** Seconds of user CPU of one process that tallies the first `limit` explanations. */
export function runWhole({ xlc, values }: Case, limit: number): number {
  return withFiles(xlc.text, values, (model, instance) => {
    const script = `${model}.mjs`;
    buildSync({
      entryPoints: [fileURLToPath(new URL('./whole.ts', import.meta.url))],
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['source'],
      outfile: script,
    });
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, model, instance, String(limit)], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout).userCpuSeconds;
  });
}
