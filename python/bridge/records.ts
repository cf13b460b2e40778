// Questions whose answers are records: the same options, checks and answerers as those of the server and of the command line, without
// either. Texts of JSON come out, which Python parses once.
import { type Classifier, LimitError, type Problem } from '@xpxlc/core';
import { boundedRow, checkRecord, type Job, NEVER, type RowBlock, toAnswerer } from 'xpxlc/answer';
import {
  type Endpoint,
  OPTIONS,
  PYTHON,
  type Question,
  type ReadingOptions,
  schemaError,
  toQuestion,
} from 'xpxlc/ask';
import * as z from 'zod';
import { type RowsRequest, toRowBlock } from './block.ts';
import { classifierOf } from './models.ts';
import { explainRows } from './words.ts';

/** What is asked of rows. */
export interface RecordsRequest extends RowsRequest {
  readonly endpoint: Endpoint;
  readonly options: object;
  /** How many bytes the answer may have. */
  readonly most: number;
  /** `check`: per row, the sets of features that are said to explain it. */
  readonly claims?: readonly (readonly Claim[])[];
}

interface Claim {
  readonly kind?: 'axp' | 'cxp';
  readonly features: readonly (string | number)[];
}

/** In Python's own process, limits are those of the call. */
const NO_LIMITS = {
  maxTime: Number.POSITIVE_INFINITY,
  maxMemory: Number.POSITIVE_INFINITY,
  maxExplanations: Number.POSITIVE_INFINITY,
};

/** The options, checked without any row. */
export function checkQuestion({ id, endpoint, options }: RecordsRequest): void {
  questionOf(classifierOf(id), endpoint, options);
}

/** An answer that is JSON already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** `records` of the rows; of explanations also `conditions`: per feature what its literals say. */
export function answerRecords(request: RecordsRequest): JsonText {
  const { id, endpoint, options, most, claims = [] } = request;
  const classifier = classifierOf(id);
  const question = questionOf(classifier, endpoint, options);
  const block = toRowBlock(request);
  const records: string[] = [];
  let size = 0;
  const put = (text: string): void => {
    size += text.length;
    if (size > most) throw tooLong(most);
    records.push(text);
  };
  let conditions: unknown;
  if (!('job' in question))
    for (const record of checked(classifier, question, block, claims)) put(JSON.stringify(record));
  else if (question.job.command !== 'explain')
    for (const text of answered(classifier, question.job, block)) put(text);
  else {
    const running = explainRows(classifier, question.job.question, block);
    let step = running.next();
    for (; !step.done; step = running.next()) put(JSON.stringify(step.value));
    conditions = step.value;
  }
  return new JsonText(
    `{"records":[${records.join(',')}],"conditions":${JSON.stringify(conditions ?? null)}}`,
  );
}

function questionOf(classifier: Classifier, endpoint: Endpoint, options: object): Question {
  const found = z.strictObject(OPTIONS[endpoint]).safeParse(options);
  if (!found.success) throw schemaError(found.error, 'bad-option', 'options', PYTHON.named);
  return toQuestion(endpoint, options as ReadingOptions, classifier, NO_LIMITS, false, PYTHON);
}

/** The records of an answerer: whole lines of NDJSON in each part. */
function* answered(classifier: Classifier, job: Job, block: RowBlock): Generator<string> {
  const decoder = new TextDecoder();
  for (const part of toAnswerer(classifier, job).answer(block, NEVER)) {
    const lines = decoder.decode(part as Uint8Array).trimEnd();
    if (lines !== '') yield lines.replaceAll('\n', ',');
  }
}

/** Before it becomes objects of Python's, which V8's limit is not about. */
function tooLong(most: number): LimitError {
  return new LimitError('the answer takes too much memory', {
    code: 'max-memory',
    expected: `at most ${most / 2 ** 20} megabytes`,
    got: 'more',
  });
}

function* checked(
  classifier: Classifier,
  { asked, within }: Extract<Question, { readonly asked: unknown }>,
  block: RowBlock,
  claims: readonly (readonly Claim[])[],
): Generator<object> {
  for (let r = 0; r < block.rows; r++) {
    const { at, problem: toProblem } = boundedRow(classifier, block, r, within);
    let known: Problem | undefined;
    const problem = (): Problem => {
      known ??= toProblem();
      return known;
    };
    for (const [x, claim] of claims[r].entries()) {
      const place = claims[r].length > 1 ? `explanation ${x}` : 'the explanation';
      yield checkRecord(at, { ...claim, place }, problem, asked);
    }
  }
}
