// What a command asks of every row: plain data, so that workers can be given it.
import type { Classifier, Model, Value } from '@xpxlc/core';
import type { WriterColumn } from '../table/write.ts';
import type { Answerer, AnswerWays } from './answerer.ts';
import { answerBeyond, type OwnAnswerer } from './beyond-bounds.ts';
import { answerCompare, type CompareQuestion } from './compare.ts';
import { compareColumns, compareSummaryLayout } from './compare-layout.ts';
import { answerCount, countLayout } from './count.ts';
import type { CountQuestion } from './count-record.ts';
import { answerExplain, isSimple } from './explain.ts';
import type { ExplainQuestion } from './explain-record.ts';
import { explainColumns } from './explain-table.ts';
import { extendClassifier, extendModel } from './extend-bounds.ts';
import { answerFeatures } from './features.ts';
import { featuresLayout } from './features-layout.ts';
import type { FeaturesQuestion } from './features-record.ts';
import type { Format } from './layout.ts';
import { answerPrecise, preciseLayout } from './precise.ts';
import type { PreciseQuestion } from './precise-record.ts';
import { answerPredict, predictLayout } from './predict.ts';
import { answerReport, type ReportQuestion } from './report.ts';

/** A question to every row, and the format of the answers. With `extend` rows beyond the bounds are answered in wider ones. */
export type Job = { readonly format: Format; readonly extend?: true } & (
  | { readonly command: 'explain'; readonly question: ExplainQuestion }
  | { readonly command: 'report'; readonly question: ReportQuestion }
  | { readonly command: 'precise'; readonly question: PreciseQuestion }
  | { readonly command: 'predict'; readonly labelled: boolean }
  | { readonly command: 'count'; readonly question: CountQuestion }
  | { readonly command: 'features'; readonly question: FeaturesQuestion; readonly each: boolean }
  // Blocks then have the columns of the other model's features, too.
  | { readonly command: 'compare'; readonly question: CompareQuestion; readonly other: Model }
);

export function toAnswerer(classifier: Classifier, job: Job): Answerer {
  if (job.extend !== true) return answererFor(classifier, job, {});
  const rows =
    !(job.command === 'features' && !job.each) && !(job.command === 'compare' && job.question.summary);
  const once = (values: readonly Value[]): OwnAnswerer => {
    const { classifier: own, extended } = extendClassifier(classifier, values);
    if (job.command !== 'compare') return { answerer: answererFor(own, job, { once: true }), extended };
    const { model: other, extended: more } = extendModel(job.other, values.slice(classifier.features.length));
    const both = extended === undefined && more === undefined ? undefined : { ...extended, ...more };
    return { answerer: answererFor(own, { ...job, other }, { once: true }), extended: both };
  };
  return answerBeyond(answererFor(classifier, job, { coded: false }), once, job.format === 'text' && rows);
}

/** Answers rows within the bounds. */
function answererFor(classifier: Classifier, job: Job, ways: AnswerWays): Answerer {
  switch (job.command) {
    case 'explain':
      return answerExplain(classifier, job.question, job.format, ways);
    case 'report':
      return answerReport(classifier, job.question);
    case 'precise':
      return answerPrecise(classifier, job.question, job.format);
    case 'predict':
      return answerPredict(classifier, job.labelled, job.format, ways);
    case 'count':
      return answerCount(classifier, job.question, job.format, ways);
    case 'features':
      return answerFeatures(classifier, job.question, job.format, job.each, ways);
    case 'compare':
      return answerCompare(classifier, job.other, job.question, job.format);
  }
}

/** The columns of the answers as a table. */
export function columnsOf(classifier: Classifier, job: Job): readonly WriterColumn[] {
  switch (job.command) {
    case 'explain':
      return explainColumns(classifier, job.question);
    case 'report':
      return [];
    case 'precise':
      return preciseLayout(classifier, job.question).columns;
    case 'predict':
      return predictLayout(classifier, job.labelled).columns;
    case 'count':
      return countLayout(job.question).columns;
    case 'features':
      return featuresLayout(job.question).columns;
    case 'compare':
      return job.question.summary ? compareSummaryLayout.columns : compareColumns(classifier, job.other);
  }
}

/** Whether a row takes microseconds: then blocks are not cut into slices. */
export function isLight(classifier: Classifier, job: Job): boolean {
  if (job.command === 'predict') return classifier.classes.length === 2;
  return classifier.classes.length === 2 && job.command === 'explain' && isSimple(classifier, job.question);
}
