// The options of a request → the question, as plain data that workers can be given.
import {
  type Budget,
  type Classifier,
  checkWithin,
  didYouMean,
  findName,
  InstanceError,
  type Within,
} from '@xpxlc/core';
import type { Job } from '../answer/job.ts';
import type { Asked } from '../record/check-record.ts';
import type { CountQuestion } from '../record/count-record.ts';
import type { ExplainQuestion } from '../record/explain-record.ts';
import type { Reading } from './instance-block.ts';
import type { Limits } from './limits.ts';
import type {
  CheckOptions,
  CountOptions,
  Endpoint,
  ExplainOptions,
  FeaturesOptions,
  ReadingOptions,
} from './options.ts';
import { RequestError } from './request-error.ts';

/** What is asked of every case, and how cases are read. */
export type Question = { readonly reading: Reading } & (
  | { readonly job: Job }
  | { readonly asked: Asked; readonly within?: Within }
);

/** What a question may cost, whatever the client says. */
export type QuestionLimits = Pick<Limits, 'maxTime' | 'maxMemory' | 'maxExplanations'>;

/**
 * The question that an endpoint is asked.
 *
 * @param table - cases are rows of a table, whose other columns are passed over.
 * @throws {RequestError} `bad-option` for options that do not go together.
 * @throws {InstanceError} for names that the model does not know.
 */
export function toQuestion(
  endpoint: Endpoint,
  options: ReadingOptions,
  classifier: Classifier,
  limits: QuestionLimits,
  table: boolean,
): Question {
  const { key, beyondBounds } = options;
  const extend = beyondBounds === 'extend';
  const reading = { ...(key === undefined ? {} : { key }), extend, table };
  if (endpoint === 'check') {
    const { kind = 'axp', repair = false, ...rest } = options as CheckOptions;
    return {
      reading,
      asked: { kind, repair, ...targetOf(rest.target, classifier) },
      ...withinOf(rest.within, classifier),
    };
  }
  const job = jobOf(endpoint, options, classifier, limits);
  return { reading, job: extend ? { ...job, extend } : job };
}

function jobOf(
  endpoint: Exclude<Endpoint, 'check'>,
  options: ReadingOptions,
  classifier: Classifier,
  limits: QuestionLimits,
): Job {
  const format = 'ndjson';
  switch (endpoint) {
    case 'predict':
      return { command: 'predict', labelled: false, format };
    case 'explain':
      return { command: 'explain', question: explainQuestion(options, classifier, limits), format };
    case 'contrast':
      return {
        command: 'explain',
        question: explainQuestion({ ...options, kind: 'cxp' }, classifier, limits),
        format,
      };
    case 'count':
      return { command: 'count', question: countQuestion(options, classifier, limits), format };
    case 'features': {
      const { protected: audited = [], maxExplanations, within, ...rest } = options as FeaturesOptions;
      const question = {
        protected: featureNames(audited, classifier, 'protected'),
        split: { class: false },
        ...(maxExplanations === undefined ? {} : { most: maxExplanations }),
        budget: budgetOf(rest, limits),
        ...withinOf(within, classifier),
      };
      return { command: 'features', question, format, each: true };
    }
  }
}

function explainQuestion(
  options: ExplainOptions,
  classifier: Classifier,
  limits: QuestionLimits,
): ExplainQuestion {
  const { kind = 'axp', all = false, sample, skip, seed } = options;
  const avoid = featureNames(options.avoid ?? [], classifier, 'avoid');
  const never = featureNames(options.never ?? [], classifier, 'never');
  const towards = targetOf(options.target, classifier);
  const limit = all ? Number.POSITIVE_INFINITY : (options.limit ?? 1);
  const guided = avoid.length + never.length > 0;
  const aimed = towards.target !== undefined;
  refuse(all && options.limit !== undefined, 'all', 'no limit');
  refuse(kind === 'cxp' && guided, 'avoid, never', 'kind axp or both');
  refuse(kind === 'axp' && aimed, 'target', 'kind cxp or both');
  refuse(avoid.length > 0 && limit !== 1, 'avoid', 'one explanation (no limit, no all)');
  refuse(seed !== undefined && sample === undefined, 'seed', 'sample');
  const listed = all || options.limit !== undefined || skip !== undefined || options.order !== undefined;
  refuse(sample !== undefined && listed, 'sample', 'no limit, all, order or skip');
  refuse(skip !== undefined && options.order === 'size', 'skip', 'order search');
  const placed = sample !== undefined || skip !== undefined;
  refuse(placed && (guided || aimed), 'sample, skip', 'no avoid, never or target');
  const proved = options.certificate ?? false;
  refuse(
    proved && aimed && classifier.classes.length > 2,
    'certificate',
    'no target among more than two classes',
  );
  return {
    kind,
    limit,
    order: options.order ?? (skip === undefined ? 'size' : 'search'),
    ...(skip === undefined ? {} : { skip }),
    ...(sample === undefined ? {} : { sample: { size: sample, seed: seed ?? 0 } }),
    avoid,
    never,
    ...withinOf(options.within, classifier),
    ...towards,
    inflate: options.inflate ?? false,
    certificate: proved,
    ...allowanceOf(options, limit, limits, classifier),
  };
}

/** Share of the time limit after which a list ends and says so, before the limit ends the whole request. */
const IN_TIME = 0.8;

/** A search ends within the limits of the server, or earlier where the client says so. One explanation of two classes needs none. */
function allowanceOf(
  { maxTime, maxExplanations, sample }: ExplainOptions,
  limit: number,
  limits: QuestionLimits,
  { classes }: Classifier,
): Pick<ExplainQuestion, 'maxTime' | 'maxExplanations'> {
  const one = limit === 1 && sample === undefined;
  if (one && classes.length === 2 && maxTime === undefined && maxExplanations === undefined) return {};
  return {
    maxTime: Math.min(1000 * (maxTime ?? Number.POSITIVE_INFINITY), IN_TIME * limits.maxTime),
    maxExplanations: Math.min(maxExplanations ?? Number.POSITIVE_INFINITY, limits.maxExplanations),
  };
}

function countQuestion(options: CountOptions, classifier: Classifier, limits: QuestionLimits): CountQuestion {
  const { kind = 'axp', maxExplanations: most, power = false, pairs = false, beyond = 'error' } = options;
  refuse(
    most !== undefined && (power || pairs || beyond !== 'error'),
    'maxExplanations',
    'no power, pairs or beyond, which are about all explanations',
  );
  refuse(options.seed !== undefined && beyond !== 'estimate', 'seed', 'beyond: estimate');
  return {
    kind,
    ...withinOf(options.within, classifier),
    ...(most === undefined ? {} : { most }),
    budget: budgetOf(options, limits),
    power,
    pairs,
    ...(beyond === 'error' ? {} : { beyond: beyond === 'bounds' ? beyond : { seed: options.seed ?? 0 } }),
  };
}

/** The lists that counting keeps are outside of what limits a worker's objects. */
function budgetOf(
  { maxSteps, maxMemory }: { readonly maxSteps?: number; readonly maxMemory?: number },
  limits: QuestionLimits,
): Budget {
  return {
    ...(maxSteps === undefined ? {} : { steps: maxSteps }),
    ...(maxMemory === undefined ? {} : { memory: Math.min(maxMemory, limits.maxMemory) * 2 ** 20 }),
  };
}

function withinOf(within: object | undefined, classifier: Classifier): { readonly within?: Within } {
  if (within === undefined) return {};
  checkWithin(classifier, within as Within);
  return { within: within as Within };
}

/** A class by its name, however its value is written. */
function targetOf(name: string | undefined, { classes }: Classifier): { readonly target?: string } {
  if (name === undefined) return {};
  const found = findName(classes, name);
  if (found >= 0) return { target: classes[found] };
  throw new InstanceError('unknown class', {
    code: 'unknown-class',
    place: 'target',
    expected: listed(classes),
    got: `'${name}'`,
    ...didYouMean(name, classes),
  });
}

function featureNames(names: readonly string[], { features }: Classifier, place: string): readonly string[] {
  const known = features.map(({ name }) => name);
  for (const name of names)
    if (!known.includes(name))
      throw new InstanceError('unknown feature', {
        code: 'unknown-feature',
        place,
        expected: listed(known),
        got: `'${name}'`,
        ...didYouMean(name, known),
      });
  return [...new Set(names)];
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => `'${name}'`);
  return `one of ${shown.join(', ')}${names.length > 8 ? `, … (${names.length} in all)` : ''}`;
}

/** An option that needs something else, or (`no …`) cannot be combined with it. */
function refuse(wrong: boolean, place: string, expected: string): void {
  if (!wrong) return;
  const other = /^no (.*)$/.exec(expected)?.[1];
  throw new RequestError(
    422,
    'bad-option',
    other === undefined ? `needs ${expected}` : `cannot be combined with ${other}`,
    { place },
  );
}
