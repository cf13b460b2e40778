// Runs the experiments named; see README.md.
import { EXPERIMENTS } from './experiments.ts';
import { createProgram } from './program.ts';

try {
  await createProgram(EXPERIMENTS).parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
