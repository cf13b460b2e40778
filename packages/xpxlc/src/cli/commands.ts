// What each command asks, in the order of the help. Loaded when it is called, as is what answers it (run-command.ts).
import type { Question } from '../ask/option.ts';

const QUESTIONS = {
  explain: async () => (await import('../ask/explain.ts')).EXPLAIN,
  report: async () => (await import('../ask/report.ts')).REPORT,
  precise: async () => (await import('../ask/precise.ts')).PRECISE,
  predict: async () => (await import('../ask/predict.ts')).PREDICT,
  count: async () => (await import('../ask/count.ts')).COUNT,
  features: async () => (await import('../ask/features.ts')).FEATURES,
  compare: async () => (await import('../ask/compare.ts')).COMPARE,
  train: async () => (await import('../ask/train.ts')).TRAIN,
  convert: async () => (await import('../ask/convert.ts')).CONVERT,
  inspect: async () => (await import('../ask/inspect.ts')).INSPECT,
  check: async () => (await import('../ask/check.ts')).CHECK,
  verify: async () => (await import('../ask/verify.ts')).VERIFY,
  serve: async () => (await import('../ask/serve.ts')).SERVE,
  mcp: async () => (await import('../ask/mcp.ts')).MCP,
  completion: async () => (await import('../ask/completion.ts')).COMPLETION,
};

/** The name of a command. */
export type CommandName = keyof typeof QUESTIONS;

export const COMMANDS: readonly CommandName[] = Object.keys(QUESTIONS) as CommandName[];

export async function questionOf(name: CommandName): Promise<Question> {
  return (await QUESTIONS[name]()) as unknown as Question;
}
