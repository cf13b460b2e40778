// Questions whose answers are records: the same options, checks and answerers as those of the server and of the command line, without
// either. Lines of NDJSON come out.

import {
  type Classifier,
  inflate,
  LimitError,
  literalRegion,
  type Problem,
  type RegionValues,
  regionValues,
} from '@xpxlc/core';
import {
  type Endpoint,
  OPTIONS,
  type Question,
  type ReadingOptions,
  schemaError,
  toQuestion,
} from 'xpxlc/ask';
import * as z from 'zod';
import { NEVER } from '../../packages/xpxlc/src/answer/allowance.ts';
import { type Answerer, boundedRow } from '../../packages/xpxlc/src/answer/answerer.ts';
import { checkRecord } from '../../packages/xpxlc/src/answer/check-record.ts';
import type { ExplainQuestion } from '../../packages/xpxlc/src/answer/explain-record.ts';
import { type Job, toAnswerer } from '../../packages/xpxlc/src/answer/job.ts';
import type { ExplainRecord, ExplanationRecord } from '../../packages/xpxlc/src/answer/record-fields.ts';
import { isLong, noContrast, ruleSentence, sentencesOf } from '../../packages/xpxlc/src/answer/sentence.ts';
import type { RowBlock } from '../../packages/xpxlc/src/table/encode.ts';
import { decisionText } from '../../packages/xpxlc/src/terminal/standing.ts';
import { type RowsRequest, toRowBlock } from './block.ts';
import { type Handed, handOver } from './memory.ts';
import { classifierOf } from './models.ts';

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

export function answerRecords(request: RecordsRequest): Handed {
  const { id, endpoint, options, claims = [] } = request;
  const classifier = classifierOf(id);
  const question = questionOf(classifier, endpoint, options);
  const block = toRowBlock(request);
  const lines =
    'job' in question
      ? answered(classifier, question.job, block, request.most)
      : checked(classifier, question, block, claims);
  const job = 'job' in question ? question.job : undefined;
  return handOver({
    lines: job?.command === 'explain' ? withWords(classifier, job.question, block, lines) : lines,
  });
}

function questionOf(classifier: Classifier, endpoint: Endpoint, options: object): Question {
  const found = z.strictObject(OPTIONS[endpoint]).safeParse(options);
  if (!found.success) throw schemaError(found.error, 'bad-option', 'options');
  return toQuestion(endpoint, options as ReadingOptions, classifier, NO_LIMITS, false);
}

function answered(classifier: Classifier, job: Job, block: RowBlock, most: number): Uint8Array {
  const answerer: Answerer = toAnswerer(classifier, job);
  const parts: Uint8Array[] = [];
  const running = answerer.answer(block, NEVER);
  let bytes = 0;
  for (let next = running.next(); !next.done; next = running.next()) {
    const part = Uint8Array.from(next.value as Uint8Array); // lasts until the next one
    bytes += part.length;
    if (bytes > most) throw tooLong(most);
    parts.push(part);
  }
  return joined(parts);
}

/** Bytes are not among the objects that V8's limit is about. */
function tooLong(most: number): LimitError {
  return new LimitError('the answer takes too much memory', {
    code: 'max-memory',
    expected: `at most ${most / 2 ** 20} megabytes`,
    got: 'more',
  });
}

/** What the literals of a row say, as data, by feature: the same for all its explanations, but for widened ones. */
interface Conditions {
  readonly [feature: string]: RegionValues;
}

/** The decision and each explanation as a sentence, too; and literals as data. */
function withWords(
  classifier: Classifier,
  asked: ExplainQuestion,
  block: RowBlock,
  lines: Uint8Array,
): Uint8Array {
  const places = new Map(Array.from(block.rowNumbers, (row, r) => [row, r]));
  const texts = new TextDecoder().decode(lines).split('\n').slice(0, -1);
  const told = texts.map((line) => {
    const record: ExplainRecord = JSON.parse(line);
    const { explanations = [], class: name, given } = record;
    if (name === undefined) return line;
    const { problem: toProblem } = boundedRow(
      classifier,
      block,
      places.get(record.row) as number,
      asked.within,
    );
    const problem = toProblem();
    const conditions: { [feature: string]: RegionValues } = {};
    const ruled = explanations.map((entry) => {
      entry.indices.forEach((i, m) => {
        if (entry.kind === 'axp')
          conditions[entry.features[m]] ??= regionValues(problem.classifier, literalRegion(problem, i));
      });
      // Long numbers are cut off, where that tells nothing false.
      const rule = isLong(entry) ? sentencesOf(problem, entry, asked).rule : ruleSentence(entry, name, given);
      return { ...entry, rule, ...(entry.widened === undefined ? {} : { conditions: wide(problem, entry) }) };
    });
    const found = explanations.some(({ kind }) => kind === 'cxp');
    const none = noContrast(asked, name, found, record);
    return JSON.stringify({
      ...record,
      decision: decisionText(classifier, record),
      explanations: ruled,
      conditions,
      none,
    });
  });
  return new TextEncoder().encode(told.map((line) => `${line}\n`).join(''));
}

function wide(problem: Problem, { indices }: ExplanationRecord): Conditions {
  const { features } = problem.classifier;
  return Object.fromEntries(
    inflate(problem, indices).map((part) => [
      features[part.feature].name,
      regionValues(problem.classifier, part),
    ]),
  );
}

function checked(
  classifier: Classifier,
  { asked, within }: Extract<Question, { readonly asked: unknown }>,
  block: RowBlock,
  claims: readonly (readonly Claim[])[],
): Uint8Array {
  const encoder = new TextEncoder();
  const lines: Uint8Array[] = [];
  for (let r = 0; r < block.rows; r++) {
    const { at, problem: toProblem } = boundedRow(classifier, block, r, within);
    let known: Problem | undefined;
    const problem = (): Problem => {
      known ??= toProblem();
      return known;
    };
    claims[r].forEach((claim, x) => {
      const place = claims[r].length > 1 ? `explanation ${x}` : 'the explanation';
      const record = checkRecord(at, { ...claim, place }, problem, asked);
      lines.push(encoder.encode(`${JSON.stringify(record)}\n`));
    });
  }
  return joined(lines);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
