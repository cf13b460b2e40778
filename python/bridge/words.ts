// Explanations of rows in words, each found, told and written once. What rows share is not said again: names of features are their
// positions, a literal stands once a row, and what it says as data once a block.
import {
  type Classifier,
  given,
  inflate,
  literal,
  literalRegion,
  type Problem,
  type RegionValues,
  regionValues,
  XpxlcError,
} from '@xpxlc/core';
import {
  Allowance,
  boundedRow,
  type Decision,
  type ErrorRecord,
  type ExplainQuestion,
  type ExplanationRecord,
  explanations,
  isLong,
  noContrast,
  type RowBlock,
  ruleSentence,
  SPOKEN,
  sentencesOf,
  toErrorRecord,
} from 'xpxlc/answer';
import { decisionOf, decisionText, missingIn } from 'xpxlc/view';

/** What conditions say, as data: by literal, or by name of the feature. */
type Conditions = Record<string, RegionValues>;

/** An explanation without what its row says. */
type Told = Omit<ExplanationRecord, 'features' | 'literals' | 'size'> & {
  readonly rule: string;
  /** Of widened conditions. */
  readonly conditions?: Conditions;
};

/** A row; `literals` by position of the feature. */
interface RowWords extends Decision {
  readonly row: number;
  readonly given?: readonly string[];
  readonly decision?: string;
  readonly none?: string | undefined;
  readonly explanations?: readonly Told[];
  readonly literals?: Readonly<Record<number, string>>;
  /** Of a row in bounds of its own: instead of those of the block. */
  readonly conditions?: readonly Conditions[];
  readonly complete?: boolean;
  readonly error?: ErrorRecord;
}

/** The words of each row of a block, one by one; in the end what literals say, by feature. */
export function* explainRows(
  classifier: Classifier,
  question: ExplainQuestion,
  block: RowBlock,
): Generator<RowWords, readonly Conditions[]> {
  const conditions = classifier.features.map((): Conditions => ({}));
  for (let r = 0; r < block.rows; r++) yield explainRow(r);
  return conditions;

  function explainRow(r: number): RowWords {
    const row = block.rowNumbers[r];
    const list: Told[] = [];
    let head: Omit<RowWords, 'row'> = {};
    try {
      const problem = boundedRow(classifier, block, r, question.within).problem();
      const own = problem.classifier === classifier ? conditions : undefined;
      const teller = new RowTeller(problem, question, own);
      const running = explanations(problem, question, new Allowance(question));
      let step = running.next();
      const decision = { ...decisionOf(problem), ...missingIn(problem) };
      head = { ...decision, ...teller.shared, decision: decisionText(classifier, decision), complete: false };
      for (; !step.done; step = running.next()) list.push(teller.tell(step.value));
      const found = list.some(({ kind }) => kind === 'cxp');
      return {
        row,
        ...head,
        ...step.value,
        explanations: list,
        none: noContrast(question, problem.class, found, step.value),
      };
    } catch (error) {
      if (!(error instanceof XpxlcError)) throw error;
      return { row, ...head, explanations: list, error: toErrorRecord(error) };
    }
  }
}

/** Tells of the explanations of one row. */
class RowTeller {
  readonly shared: Pick<RowWords, 'given' | 'literals' | 'conditions'>;
  private readonly problem: Problem;
  private readonly question: ExplainQuestion;
  private readonly literals: Record<number, string> = {};
  private readonly spoken: Record<number, string> = {};
  private readonly conditions: readonly Conditions[];

  /** @param conditions - of the block; undefined for a row with bounds of its own. */
  constructor(problem: Problem, question: ExplainQuestion, conditions: readonly Conditions[] | undefined) {
    this.problem = problem;
    this.question = question;
    this.conditions = conditions ?? problem.classifier.features.map(() => ({}));
    this.shared = {
      literals: this.literals,
      ...(problem.within === undefined ? {} : { given: given(problem) }),
      ...(conditions === undefined ? { conditions: this.conditions } : {}),
    };
  }

  tell({ features, literals, size, ...entry }: ExplanationRecord): Told {
    const { problem, shared } = this;
    const record = { ...entry, features, literals, size };
    entry.indices.forEach((i, m) => {
      const text = literals[m];
      this.literals[i] = text;
      if (entry.kind === 'axp' && entry.widened === undefined && !Object.hasOwn(this.conditions[i], text))
        this.conditions[i][text] = regionValues(problem.classifier, literalRegion(problem, i));
    });
    return {
      ...entry,
      rule: isLong(record) ? this.spokenRule(record) : ruleSentence(record, problem.class, shared.given),
      ...(entry.widened === undefined ? {} : { conditions: this.wide(entry.indices) }),
    };
  }

  private spokenRule(record: ExplanationRecord): string {
    const { problem, question, spoken } = this;
    if (record.kind === 'cxp' || record.widened !== undefined)
      return sentencesOf(problem, record, question).rule;
    const literals = record.indices.map((i) => {
      spoken[i] ??= literal(problem, i, SPOKEN);
      return spoken[i];
    });
    return ruleSentence({ ...record, literals }, problem.class, given(problem, SPOKEN));
  }

  private wide(indices: readonly number[]): Conditions {
    const { classifier } = this.problem;
    const { features } = classifier;
    return Object.fromEntries(
      inflate(this.problem, indices).map((part) => [
        features[part.feature].name,
        regionValues(classifier, part),
      ]),
    );
  }
}
