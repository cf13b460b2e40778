// The options of a request → the question, as plain data that workers can be given.
import type { Budget, Classifier, Within } from '@xpxlc/core';
import type { Reading } from '../answer/case-reader.ts';
import type { Asked } from '../answer/check-record.ts';
import type { ExplainQuestion } from '../answer/explain-record.ts';
import type { Job } from '../answer/job.ts';
import type { CheckOptions } from './check.ts';
import type { CountOptions } from './count.ts';
import { type Endpoint, QUESTIONS, type ReadingOptions } from './endpoints.ts';
import type { ExplainOptions } from './explain.ts';
import type { FeaturesOptions } from './features.ts';
import { API, type Door, defaultsOf } from './option.ts';
import {
  type Asking,
  checkQuestion,
  countQuestion,
  explainQuestion,
  featuresQuestion,
  movable,
} from './resolve.ts';

/** What is asked of every case, and how cases are read. */
export type Question = { readonly reading: Reading } & (
  | { readonly job: Job }
  | { readonly asked: Asked; readonly within?: Within }
);

/** What a question may cost, whatever the client says. */
export interface QuestionLimits {
  /** Milliseconds. */
  readonly maxTime: number;
  /** Megabytes. */
  readonly maxMemory: number;
  /** Explanations listed of each row. */
  readonly maxExplanations: number;
}

/**
 * The question that an endpoint is asked.
 *
 * @param options - checked by the schema of the endpoint.
 * @param table - cases are rows of a table, whose other columns are passed over.
 * @param door - how it is spoken of in what is refused.
 * @throws {UsageError} for options that do not go together, and for names that the model does not know.
 */
export function toQuestion(
  endpoint: Endpoint,
  options: ReadingOptions,
  classifier: Classifier,
  limits: QuestionLimits,
  table: boolean,
  door: Door = API,
): Question {
  const said: ReadingOptions = { ...defaultsOf(QUESTIONS[endpoint].options), ...options };
  const { key, beyondBounds } = said;
  const extend = beyondBounds === 'extend';
  const reading = { key, extend, table };
  const asking = { classifier, door };
  if (endpoint === 'check') {
    const asked = said as CheckOptions;
    return { reading, asked: checkQuestion(asked, asking), ...movable(asked, asking) };
  }
  const job = jobOf(endpoint, said, asking, limits);
  return { reading, job: extend ? { ...job, extend } : job };
}

function jobOf(
  endpoint: Exclude<Endpoint, 'check'>,
  said: object,
  asking: Asking,
  limits: QuestionLimits,
): Job {
  const format = 'ndjson';
  switch (endpoint) {
    case 'predict':
      return { command: 'predict', labelled: false, format };
    case 'explain':
    case 'contrasts': {
      const kind = endpoint === 'contrasts' ? { kind: 'cxp' } : {};
      const question = explainQuestion({ ...said, ...kind } as ExplainOptions, asking);
      return { command: 'explain', question: withinLimits(question, limits, asking.classifier), format };
    }
    case 'count': {
      const question = countQuestion(said as CountOptions, asking);
      return { command: 'count', question: { ...question, budget: atMost(question.budget, limits) }, format };
    }
    case 'features': {
      const question = featuresQuestion(said as FeaturesOptions, { class: false }, asking);
      const budget = atMost(question.budget, limits);
      return { command: 'features', question: { ...question, budget }, format, each: true };
    }
  }
}

/** Share of the time limit after which a list ends and says so, before the limit ends the whole request. */
const IN_TIME = 0.8;

/** A search ends within the limits of the server, or earlier where the client says so. One explanation of two classes needs none. */
function withinLimits(
  question: ExplainQuestion,
  limits: QuestionLimits,
  { classes }: Classifier,
): ExplainQuestion {
  const { limit, sample, maxTime, maxExplanations } = question;
  const one = limit === 1 && sample === undefined;
  if (one && classes.length === 2 && maxTime === undefined && maxExplanations === undefined) return question;
  return {
    ...question,
    maxTime: Math.min(maxTime ?? Number.POSITIVE_INFINITY, IN_TIME * limits.maxTime),
    maxExplanations: Math.min(maxExplanations ?? Number.POSITIVE_INFINITY, limits.maxExplanations),
  };
}

/** The lists that counting keeps are outside of what limits a worker's objects. */
function atMost({ memory, ...budget }: Budget, { maxMemory }: QuestionLimits): Budget {
  return memory === undefined ? budget : { ...budget, memory: Math.min(memory, maxMemory * 2 ** 20) };
}
