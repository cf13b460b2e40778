// Do the TypeScript examples compile, run, and give what they claim? Each becomes a module of its own in
// reports/examples; one program checks the types of all, one process runs them one after the other.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { instrument } from './instrument.mjs';

const silence = 60_000; // milliseconds that one example may take

/**
 * @typedef {import('../check-readme.mjs').Failure} Failure
 * @typedef {{ index: number, stdout: string, problems: { line: number, message: string }[] }} Result
 */

/**
 * @param {string} root @param {import('./blocks.mjs').Block[]} blocks
 * @returns {Promise<Failure[]>}
 */
export async function runExamples(root, blocks) {
  if (blocks.length === 0) return [];
  const folder = `${root}reports/examples/`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  /** @type {Failure[]} */
  const failures = [];
  /** @type {(index: number, line: number, message: string) => void} */
  const report = (index, line, message) => {
    failures.push({ file: blocks[index].file, line: blocks[index].line + line - 1, message });
  };

  const files = blocks.map((block, index) => {
    const { code, stray } = instrument(block.code, '../../tools/readme/expect.mjs');
    for (const line of stray) report(index, line, 'the // => follows no expression');
    const file = `${folder}${index}.mts`;
    writeFileSync(file, code);
    return file;
  });
  checkTypes(root, files, report);
  await runAll(root, files, (result) => {
    for (const { line, message } of result.problems) report(result.index, line, message);
    const { output } = blocks[result.index];
    if (output !== undefined && result.stdout.trimEnd() !== output.trimEnd()) {
      report(result.index, 1, `the output differs; it is\n${result.stdout}`.trimEnd());
    }
  });
  return failures;
}

/**
 * @param {string} root @param {string[]} files @param {(index: number, line: number, message: string) => void} report
 */
function checkTypes(root, files, report) {
  const config = ts.getParsedCommandLineOfConfigFile(
    `${root}tsconfig.test.json`,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (diagnostic) => console.error(diagnostic.messageText) },
  );
  const program = ts.createProgram(files, { ...config?.options });
  for (const [index, file] of files.entries()) {
    const source = program.getSourceFile(file);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    for (const { start, messageText } of found) {
      const line = source?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
      report(index, line + 1, ts.flattenDiagnosticMessageText(messageText, '\n'));
    }
  }
}

/**
 * @param {string} root @param {string[]} files @param {(result: Result) => void} report
 * @returns {Promise<void>}
 */
function runAll(root, files, report) {
  return new Promise((resolve, reject) => {
    const runner = fileURLToPath(new URL('run-examples.mjs', import.meta.url));
    const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', runner, ...files], {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    let next = 0;
    const timer = setTimeout(() => child.kill('SIGKILL'), silence);
    child.on('message', (/** @type {Result} */ result) => {
      next = result.index + 1;
      timer.refresh();
      report(result);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (next < files.length) {
        const why =
          signal === 'SIGKILL'
            ? `takes more than ${silence / 1000} s`
            : `ends the process (${code ?? signal})`;
        report({
          index: next,
          stdout: '',
          problems: [{ line: 1, message: `the example ${why}; later ones were not run` }],
        });
      }
      resolve();
    });
  });
}
