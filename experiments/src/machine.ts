// Where and with what was this measured? No paths, no names of hosts.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface Machine {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly platform: string;
  /** Processes that wanted to run, on average over the last five minutes: with more than cores, times are longer than they need be. */
  readonly load: number;
  readonly commit: string | null;
  readonly uncommittedChanges: boolean;
  /** By package: node, ours, those of the pictures; an experiment may add others. */
  readonly versions: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Packages of Node whose versions matter. */
const PACKAGES = {
  '@xpxlc/core': 'packages/core',
  xpxlc: 'packages/xpxlc',
  '@duckdb/node-api': 'node_modules/@duckdb/node-api',
  '@observablehq/plot': 'node_modules/@observablehq/plot',
};

export function describeMachine(): Machine {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const commit = git('rev-parse', 'HEAD');
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: cpus()[0].model.trim(),
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    load: Number(loadavg()[1].toFixed(1)),
    commit: commit.status === 0 ? commit.stdout.trim() : null,
    uncommittedChanges:
      commit.status === 0 &&
      git('status', '--porcelain', '--', '.', ':!experiments/results').stdout.trim() !== '',
    versions: {
      node: process.version,
      ...Object.fromEntries(Object.entries(PACKAGES).map(([name, folder]) => [name, versionIn(folder)])),
    },
  };
}

function versionIn(folder: string): string {
  return JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8')).version;
}
