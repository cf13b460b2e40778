// All experiments, in the order of the page.
import { compilation } from './compilation.ts';
import type { Experiment } from './experiment.ts';
import { raw } from './raw/raw.ts';
import { scaling } from './scaling/scaling.ts';

export const EXPERIMENTS: readonly Experiment[] = [
  raw as Experiment,
  compilation as Experiment,
  scaling as Experiment,
];
