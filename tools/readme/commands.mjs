// Do the shell blocks of the documentation work? Each runs in bash at the root and stops at the first error.
import { spawnSync } from 'node:child_process';

// Lines for the reader's own machine, and those that the continuous integration runs anyway.
const notRun =
  /^\s*(git clone|cd|npm (start|test|run test:all|install|i|ci)|\.\/\.ci\/run|\.ci\/run)(?=\s|$)/;

/**
 * @param {string} root @param {import('./blocks.mjs').Block[]} blocks
 * @returns {Promise<import('../check-readme.mjs').Failure[]>}
 */
export async function runCommands(root, blocks) {
  /** @type {import('../check-readme.mjs').Failure[]} */
  const failures = [];
  for (const { file, line, code, output } of blocks) {
    const lines = code.split('\n');
    const kept = lines.filter((text) => !notRun.test(text));
    if (kept.every((text) => text.trim() === '' || text.trim().startsWith('#'))) continue;
    const result = spawnSync('bash', ['-euo', 'pipefail', '-c', kept.join('\n')], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, XPXLC_README: '1', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 600_000,
    });
    if (result.error || result.status !== 0) {
      const why = result.error?.message ?? `exit code ${result.status}`;
      failures.push({ file, line, message: `the commands fail: ${why}\n${result.stderr ?? ''}`.trimEnd() });
    } else if (
      output !== undefined &&
      kept.length === lines.length &&
      result.stdout.trimEnd() !== output.trimEnd()
    ) {
      failures.push({ file, line, message: `the output differs; it is\n${result.stdout}`.trimEnd() });
    }
  }
  return failures;
}
