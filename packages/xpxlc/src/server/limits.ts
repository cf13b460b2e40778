// What one request, and all of them together, may cost.
import type { QuestionLimits } from '../ask/request-question.ts';

/** Limits of the server; times in milliseconds, sizes in bytes. Time is that of a request; of a stream, of each of its rows. Memory is that of each worker's objects, in megabytes. */
export interface Limits extends QuestionLimits {
  /** Size of a JSON body. */
  readonly maxBody: number;
  /** Size of a line of NDJSON. */
  readonly maxLine: number;
  /** Rows of a JSON body; streams have no such limit. */
  readonly maxRows: number;
  /** Size of what is said of one row, and of a JSON answer. */
  readonly maxAnswer: number;
  /** Requests whose work is under way or waits for a worker. */
  readonly maxRequests: number;
  /** How long a client may take to send its JSON body, its next line, or to read what it was sent. */
  readonly patience: number;
  /** Workers. */
  readonly jobs: number;
}

export const DEFAULT_LIMITS: Omit<Limits, 'jobs'> = {
  maxTime: 30_000,
  maxMemory: 1024,
  maxBody: 16 * 2 ** 20,
  maxLine: 2 ** 20,
  maxRows: 10_000,
  maxExplanations: 10_000,
  maxAnswer: 64 * 2 ** 20,
  maxRequests: 64,
  patience: 30_000,
};
