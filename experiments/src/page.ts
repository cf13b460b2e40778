// One page of all results: figures, pictures, and what they were measured with.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Experiment } from './experiment.ts';
import { type Result, readResult } from './results.ts';
import { textTable } from './text-table.ts';

const INTRODUCTION = `<!-- Made by \`npm run experiments -- page\` from the summaries beside it: do not edit. -->
# The paper's evaluation, repeated

What was measured, with what and on what data is said below each heading; how to do it yourself in [the README](../README.md).`;

/** Draws the pictures and writes RESULTS.md, both of what is in the folder. Returns the names of the experiments on it. */
export async function writePage(folder: string, experiments: readonly Experiment[]): Promise<string[]> {
  const sections: string[] = [];
  const names: string[] = [];
  for (const experiment of experiments) {
    const result = readResult(folder, experiment);
    if (result === undefined) continue;
    const plots = await experiment.plots(result.summary);
    for (const [name, svg] of Object.entries(plots)) writeFileSync(join(folder, `${name}.svg`), svg);
    sections.push(
      [`## ${experiment.title}`, experiment.section(result.summary), circumstances(result)].join('\n\n'),
    );
    names.push(experiment.name);
  }
  writeFileSync(join(folder, 'RESULTS.md'), `${[INTRODUCTION, ...sections].join('\n\n')}\n`);
  return names;
}

function circumstances({ command, seed, quick, machine }: Result): string {
  const { date, cpu, cores, memoryGiB, platform, load, commit, uncommittedChanges, versions } = machine;
  const versionList = Object.entries(versions).map(
    ([name, version]) => `${name} ${version.replace(/^v/, '')}`,
  );
  const lines = [
    ['command', `\`${command}\`${quick ? ' (a small version: its numbers mean nothing)' : ''}`],
    ['date', date],
    ['machine', `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${platform}`],
    ['processes at work at the end', String(load)],
    [
      'commit',
      commit === null ? 'unknown' : `${commit.slice(0, 12)}${uncommittedChanges ? ', changed' : ''}`,
    ],
    ['versions', versionList.join(', ')],
    ['seed', String(seed)],
  ];
  return `<details><summary>Machine, versions, seed</summary>\n\n${textTable(['', ''], lines)}\n\n</details>`;
}
