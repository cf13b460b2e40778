// All experiments, in the order of the page.
import type { Experiment } from './experiment.ts';

export const EXPERIMENTS: readonly Experiment[] = [];
