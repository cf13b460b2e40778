// How good is what the tools gave? Graded as `xpxlc check --grade` does, against all explanations of the row, and rules by how often they hold.
import { type Distribution, type Problem, precision, weigh } from '@xpxlc/core';
import { assessor } from 'xpxlc';
import { quantile } from '../../../bench/src/measure.ts';
import type { Dataset } from '../dataset.ts';
import type { Answer, RuleAnswer, WeightsAnswer } from './explain.ts';

/** Shares of features that hit, in classes; the last two keep "all" apart. */
export const HIT_BINS = ['none', '≤ 20 %', '≤ 40 %', '≤ 60 %', '≤ 80 %', '< 100 %', 'all'];

/** What is said of a tool on a dataset. */
export interface ToolGrade {
  readonly tool: string;
  /** Rows explained; those that met the limit of time; those without any feature, which cannot hit. */
  readonly explained: number;
  readonly late: number;
  readonly empty: number;
  /** Seconds per explanation. */
  readonly mean: number;
  readonly median: number;
  readonly longest: number;
  /** Explanations by the share of their features that are among the most frequent ones, in classes of HIT_BINS. */
  readonly hits: readonly number[];
  /** Agreement of weights with how often features occur in explanations: Kendall's tau-b, on average. */
  readonly kendall: number | null;
  readonly rules: RuleGrade | null;
}

/** What is said of rules. */
export interface RuleGrade {
  readonly threshold: number;
  readonly size: number;
  /** How many are sufficient, as a rule should be; and of these minimal. */
  readonly sufficient: number;
  readonly minimal: number;
  /** Per rule, in increasing order of `claimed`. */
  readonly precision: readonly RulePrecision[];
}

/** How often a rule holds: by the tool, in the table, and exactly where features vary independently. */
export interface RulePrecision {
  readonly claimed: number;
  readonly held: number;
  /** Features as often as in the table, but independently; then all values equally likely. Lower bounds, nearly exact. */
  readonly marginals: number;
  readonly uniform: number;
}

/** How wide bounds on a precision may be. */
const WIDTH = 0.001;

/** Problems of rows, made once for all tools. */
export function gradeTools(
  dataset: Dataset,
  byTool: ReadonlyMap<string, readonly Answer[]>,
  threshold: number,
): ToolGrade[] {
  const { classifier, rows } = dataset;
  const marginals = marginalsOf(dataset);
  const known = new Map<number, { problem: Problem; assess: ReturnType<typeof assessor> }>();
  const prepare = (row: number) => {
    let found = known.get(row);
    if (found === undefined) {
      const problem = weigh(classifier, rows[row]);
      found = { problem, assess: assessor(problem) };
      known.set(row, found);
    }
    return found;
  };
  const names = new Map(dataset.model.features.map(({ name }, i) => [name, i]));
  const position = (name: string) => names.get(name) ?? Number.NaN;
  return [...byTool].map(([tool, answers]) => {
    const given = answers.filter((answer) => !('outcome' in answer)) as (RuleAnswer | WeightsAnswer)[];
    const grades = given.map((answer) => {
      const { problem, assess } = prepare(answer.row);
      const head = { row: answer.row, place: tool };
      if ('weights' in answer) {
        const weights = dataset.model.features.map(({ name }) => answer.weights[name] ?? 0);
        return { answer, grade: assess({ ...head, kind: 'weights', weights }), precision: null };
      }
      const features = answer.features.map(position);
      return {
        answer,
        grade: assess({ ...head, kind: 'rule', features }),
        precision: rulePrecision(problem, features, answer, marginals),
      };
    });
    return toGrade(tool, answers, grades, threshold);
  });
}

type Graded = {
  readonly answer: RuleAnswer | WeightsAnswer;
  readonly grade: ReturnType<ReturnType<typeof assessor>>;
  readonly precision: RulePrecision | null;
};

function toGrade(
  tool: string,
  answers: readonly Answer[],
  graded: readonly Graded[],
  threshold: number,
): ToolGrade {
  const seconds = graded.map(({ answer }) => answer.seconds);
  const hits = HIT_BINS.map(() => 0);
  let empty = 0;
  const taus: number[] = [];
  for (const { grade } of graded) {
    if (grade.kind === 'weights' && grade.agreement.frequency?.kendall != null)
      taus.push(grade.agreement.frequency.kendall);
    if (grade.hits === null) continue;
    if (grade.features.length === 0) empty += 1;
    else hits[hitBin(grade.hits, grade.features.length)] += 1;
  }
  return {
    tool,
    explained: graded.length,
    late: answers.length - graded.length,
    empty,
    mean: meanOf(seconds),
    median: quantile(seconds, 0.5),
    longest: Math.max(0, ...seconds),
    hits,
    kendall: taus.length === 0 ? null : meanOf(taus),
    rules: toRuleGrade(graded, threshold),
  };
}

/** The class of HIT_BINS. */
export function hitBin(hits: number, size: number): number {
  if (hits === 0) return 0;
  if (hits === size) return HIT_BINS.length - 1;
  return Math.ceil((5 * hits) / size);
}

function toRuleGrade(graded: readonly Graded[], threshold: number): RuleGrade | null {
  const rules = graded.flatMap(({ grade, precision }) =>
    grade.kind === 'rule' && precision !== null ? [{ grade, precision }] : [],
  );
  if (rules.length === 0) return null;
  return {
    threshold,
    size: meanOf(rules.map(({ grade }) => grade.features.length)),
    sufficient: rules.filter(({ grade }) => grade.sufficient).length,
    minimal: rules.filter(({ grade }) => grade.minimal).length,
    precision: rules.map(({ precision }) => precision).sort((a, b) => a.claimed - b.claimed),
  };
}

function rulePrecision(
  problem: Problem,
  features: readonly number[],
  { precision: claimed, held }: RuleAnswer,
  marginals: Distribution,
): RulePrecision {
  const low = (distribution: Distribution) =>
    precision(problem, features, distribution, { width: WIDTH }).low;
  return { claimed, held, marginals: low(marginals), uniform: low('uniform') };
}

/** How often each value occurs in the table. */
function marginalsOf({ model, rows }: Dataset): Distribution {
  const marginals = model.features.map((feature, i) => {
    const counts = new Array<number>(feature.kind === 'categorical' ? feature.values.length : 0).fill(0);
    for (const row of rows) counts[row[i]] += 1;
    return counts;
  });
  return { marginals };
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length;
}
