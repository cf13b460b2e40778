// What is kept of an experiment: a summary with the machine it was measured on. Pictures and the page are made of it alone.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Experiment } from './experiment.ts';
import { describeMachine, type Machine } from './machine.ts';

export interface Result {
  readonly experiment: string;
  /** How it was asked for, without paths. */
  readonly command: string;
  readonly seed: number;
  readonly quick: boolean;
  readonly machine: Machine;
  readonly summary: unknown;
}

/** @param versions - of tools beyond those of this repository. */
export function writeResult(
  folder: string,
  result: Omit<Result, 'machine'>,
  versions: Readonly<Record<string, string>>,
): void {
  mkdirSync(folder, { recursive: true });
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
  const machine = describeMachine();
  const described = { ...machine, versions: { ...machine.versions, ...versions } };
  const text = JSON.stringify({ ...result, machine: described }, rounded, 1);
  writeFileSync(join(folder, `${result.experiment}.json`), `${text}\n`);
}

export function readResult(folder: string, { name }: Experiment): Result | undefined {
  const path = join(folder, `${name}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
