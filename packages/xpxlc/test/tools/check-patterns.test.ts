// The lint for regular expressions finds what it is there for: patterns that take more than linear time, and those nobody can judge.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const TOOL = fileURLToPath(new URL('../../../../tools/check-patterns.mjs', import.meta.url));

/** The complaints about a source, without the place, and the exit code. In it, `$@{` stands for what would be a placeholder here. */
function complaints(source: string): Promise<{ status: number; lines: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-patterns-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'planted.ts'), source.replaceAll('$@{', '${'));
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [TOOL, folder], (_, stdout) => {
      const lines = stdout.trim().split('\n').slice(0, -1);
      resolve({
        status: child.exitCode ?? -1,
        lines: lines.map((line) => line.replace(/^.*planted\.ts:/, '')),
      });
    });
  });
}

describe('the lint for patterns', { timeout: 120_000 }, () => {
  it('passes patterns that are linear', async () => {
    const source =
      "const A = '\\\\d+(?:\\\\.\\\\d*)?';\nexport const X = [/^\\s*x\\s*$/, /(?<!0)0+$/, new RegExp(`^$@{A}$`)];\n";
    expect(await complaints(source)).toEqual({ status: 0, lines: [] });
  });

  it('names patterns that are not, with the line and a text that shows it, lookbehinds and constants included', async () => {
    const { status, lines } = await complaints(
      [
        'export const A = /^(a|a)*$/;',
        'export const B = /^[^,]*[A-Za-z][^,]*,/;',
        'export const C = (text: string) => text.replace(/\\s+$/, "");',
        'export const D = /(?<!x)\\d+\\.?\\d*$/;',
        'const N = "\\\\d+\\\\.?\\\\d*";',
        'export const E = new RegExp(`^$@{N};$`);',
        'export const F = (text: string) => new RegExp(text);',
      ].join('\n'),
    );
    expect(status).toBe(1);
    expect(lines.map((line) => line.slice(0, 2))).toEqual(['1:', '2:', '3:', '4:', '6:', '7:']);
    expect(lines[0]).toMatch(/exponential time, for instance on 'a'/);
    expect(lines[1]).toMatch(/2nd degree polynomial time/);
    expect(lines[5]).toMatch(/known at run time only/);
  });
});
