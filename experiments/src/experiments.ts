// All experiments, in the order of the page.
import { compilation } from './compilation/compilation.ts';
import type { Experiment } from './experiment.ts';
import { heuristics } from './heuristics/heuristics.ts';
import { raw } from './raw/raw.ts';
import { scaling } from './scaling/scaling.ts';

export const EXPERIMENTS: readonly Experiment[] = [
  raw as Experiment,
  compilation as Experiment,
  heuristics as Experiment,
  scaling as Experiment,
];
