// Results as Markdown tables and as JSON with the machine and the commit they were measured on.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Spread } from './measure.ts';

/** What a run was asked for. */
export interface Settings {
  readonly quick: boolean;
  /** Folder of the public benchmark's corpus. */
  readonly data: string;
  /** Folder of the original repository. */
  readonly original: string | undefined;
}

/** What a suite found: text for readers, data for programs. */
export interface Report {
  readonly name: string;
  readonly title: string;
  /** Markdown: tables and sentences. */
  readonly parts: readonly string[];
  readonly data: unknown;
}

export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** Three significant digits, thousands separated. */
export function digits(x: number): string {
  return Number(x.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 });
}

/** `median (least–most)`, or the one number there is. */
export function ranged({ median, least, most }: Spread): string {
  if (least === most) return digits(median);
  return `${digits(median)} (${digits(least)}–${digits(most)})`;
}

/** A number of seconds in a unit that reads well. */
export function duration(seconds: number): string {
  const [unit, factor] =
    seconds < 1e-6 ? ['ns', 1e9] : seconds < 1e-3 ? ['µs', 1e6] : seconds < 1 ? ['ms', 1e3] : ['s', 1];
  return `${digits(seconds * Number(factor))} ${unit}`;
}

/** Where and on what a run took place. No paths. */
export function describeRun({ quick, original }: Settings): Record<string, unknown> {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' });
  const commit = git('rev-parse', 'HEAD');
  const [cpu] = cpus();
  return {
    date: new Date().toISOString(),
    cpu: cpu.model,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    commit: commit.status === 0 ? commit.stdout.trim() : null,
    uncommittedChanges: git('status', '--porcelain').stdout?.trim() !== '',
    core: import.meta.resolve('@xpxlc/core').endsWith('.ts') ? 'sources' : 'built',
    quick,
    comparedWithOriginal: original !== undefined,
  };
}

export function writeReport(folder: string, { name, data }: Report, run: unknown): void {
  mkdirSync(folder, { recursive: true });
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ suite: name, run, data }, rounded, 2)}\n`);
}
