// The original tool: count and frequency of the first explanations, as user CPU time of its process.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Case } from './data.ts';

/** What a run of the tool cost and said. */
export interface PerlRun {
  readonly seconds: number;
  readonly count: number;
  readonly frequency: readonly number[];
}

/** Runs a command and prints the user CPU seconds of it to stderr. */
const TIMED = 'system(@ARGV) == 0 or die "the tool failed"; printf STDERR "%.2f\\n", (times)[2];';

/**
 * Run `xpxlc -n limit -s` of the original repository.
 *
 * @param original - the repository's folder.
 * @param fast - use its faster loop (`-x`).
 */
export function runPerl(original: string, { xlc, values }: Case, limit: number, fast: boolean): PerlRun {
  return withFiles(xlc.text, values, (model, instance) => {
    const args = [
      '-e',
      TIMED,
      'perl',
      'scripts/xpxlc',
      '-f',
      model,
      '-i',
      instance,
      '-n',
      String(limit),
      '-s',
    ];
    const { status, error, stdout, stderr } = spawnSync('perl', fast ? [...args, '-x'] : args, {
      cwd: original,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the original tool failed: ${error?.message ?? stderr}`);
    const frequency = values.map(() => 0);
    for (const [, feature, times] of stdout.matchAll(/^v(\d+)=\d+: (\d+)$/gm))
      frequency[Number(feature)] = Number(times);
    return {
      seconds: Number(stderr),
      count: Number(/^Number of explanations: +(\d+)$/m.exec(stdout)?.[1]),
      frequency,
    };
  });
}

/** Write a model and an instance as the tool reads them, and remove them afterwards. */
export function withFiles<T>(
  text: string,
  values: readonly number[],
  use: (model: string, instance: string) => T,
): T {
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-bench-'));
  try {
    const model = join(folder, 'model.xlc');
    const instance = join(folder, 'instance.txt');
    writeFileSync(model, text);
    writeFileSync(instance, `${[values.length, ...values, 0].join('\n')}\n`);
    return use(model, instance);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
