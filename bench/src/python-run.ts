// A run of the suite `python`: Python in its environments, then the same numbers through the block interface here. Prints JSON.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blockMargins, explainBlock, reduce } from '@xpxlc/core';
import { loadModel } from '../../packages/xpxlc/src/import/load-model.ts';
import { packagePython, rivalsPython } from '../../tools/python.mjs';

/** Runs of one question. */
export interface Timed {
  readonly rows: number;
  /** Sum of the sizes of all explanations: the same through both doors. */
  readonly sizes: number;
  readonly runs: readonly { readonly wall: number; readonly cpu: number }[];
}

export interface PythonRun {
  readonly node: Timed;
  readonly package: Readonly<Record<string, Timed>> & { readonly numpy: Timed };
  /** Seconds of an explanation, by tool. */
  readonly rivals: Readonly<Record<string, number>>;
}

const [, , folder, rows, runs, explained] = process.argv;
const script = (name: string): string => fileURLToPath(new URL(`../python/${name}.py`, import.meta.url));
const ask = (python: string, args: string[], env: Record<string, string> = {}): string =>
  execFileSync(python, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

const { python } = await packagePython();
const tables = JSON.parse(ask(python, [script('smallest'), folder, rows, runs]));
const node = await inNode();
const other = await rivalsPython();
const rivals = JSON.parse(ask(other.python, [script('rivals'), explained], other.env));
const result: PythonRun = { node, package: tables, rivals };
console.log(JSON.stringify(result));

/** The numbers that Python wrote, and all that `smallest` tells of them: sets, classes, margins. */
async function inNode(): Promise<Timed> {
  const { model } = await loadModel(readFileSync(join(folder, 'card.json')));
  const classifier = reduce(model);
  const count = Number(rows);
  const columns: Float64Array[] = [];
  const file = await open(join(folder, 'numbers.bin'));
  const features = statSync(join(folder, 'numbers.bin')).size / count / Float64Array.BYTES_PER_ELEMENT;
  for (let i = 0; i < features; i++) {
    const column = new Float64Array(count);
    await file.read(new Uint8Array(column.buffer), 0, column.byteLength, i * column.byteLength);
    columns.push(column);
  }
  await file.close();
  let sizes = 0;
  const times = Array.from({ length: Number(runs) }, () => {
    const [wall, cpu] = [performance.now(), process.cpuUsage()];
    const block = { rows: count, columns };
    const answer = explainBlock(classifier, block);
    const { margins } = blockMargins(classifier, block, answer);
    if (margins.length !== count) throw new Error('a margin for each row');
    const spent = process.cpuUsage(cpu);
    const time = { wall: (performance.now() - wall) / 1e3, cpu: (spent.user + spent.system) / 1e6 };
    sizes = answer.sizes.reduce((a, b) => a + b);
    return time;
  });
  return { rows: count, sizes, runs: times };
}
