// Everything a report says of one decision, as plain data.
import {
  additiveForm,
  type Budget,
  type Certificate,
  type Classifier,
  certify,
  drops,
  enumerate,
  given,
  type KnownSmallest,
  LimitError,
  literal,
  necessary,
  type Problem,
  predictionOf,
  type Signal,
  shortNumber,
  shortValue,
  smallestKnown,
  type Value,
  verify,
} from '@xpxlc/core';
import { Allowance, type AllowanceOptions } from '../answer/allowance.ts';
import { type Extended, extendedText } from '../answer/extend-bounds.ts';
import { listBudget } from '../terminal/list-budget.ts';
import { missingIn, missingTexts } from '../terminal/missing.ts';
import { standingOf, standingText } from '../terminal/standing.ts';
import { inUnit } from '../terminal/unit.ts';
import { type Contrasts, contrastCases } from '../view/contrast-cases.ts';
import { type ExplanationCount, explanationCount, type Part } from './explanation-count.ts';
import type { Phrases } from './phrases.ts';
import { principalReasons, type Reason } from './principal-reasons.ts';
import { rowAudit } from './row-audit.ts';

/** What is asked of every row. */
export interface RowQuestion extends Pick<AllowanceOptions, 'maxTime'> {
  /** How many reasons at most. */
  readonly reasons: number;
  /** The class to whose rows reasons are given; undefined: all rows have them. */
  readonly adverse?: string | undefined;
  readonly phrases?: Phrases | undefined;
  /** Contrasts lead to this class. */
  readonly target?: string | undefined;
  /** Features to audit. */
  readonly protected?: readonly string[];
  /** How many explanations and how many contrasts are listed. */
  readonly listed: number;
  readonly budget: Budget;
}

/** Which row. */
export interface RowName {
  readonly row: number;
  readonly id?: string | null;
  readonly extended?: Extended;
}

/** A reason as it is shown. */
export interface ShownReason extends Pick<Reason, 'text' | 'literal' | 'necessary' | 'direction'> {
  /** In the unit of the model. */
  readonly worth: string;
}

/** The reasons for a decision, in order. */
export interface ShownReasons {
  readonly rival: string;
  readonly list: readonly ShownReason[];
  /** In the model's words: what belongs to the same explanation. */
  readonly further: readonly string[];
}

/** A value of the case; of very many only the weightiest are shown. */
export interface ShownValue {
  readonly name: string;
  readonly value: string;
  readonly shown: boolean;
  /** Of two classes: what the value is worth. */
  readonly worth?: string;
  readonly part?: Part;
}

/** One decision. */
export interface RowReport {
  readonly name: RowName;
  readonly class: string;
  /** `20 points, 65 needed`. */
  readonly standing: string;
  /** What to know before reading on: missing values, rounding noise, extended bounds. */
  readonly remarks: readonly string[];
  readonly given: readonly string[];
  /** Absent where the decision is not an adverse one. */
  readonly reasons?: ShownReasons;
  /** A smallest explanation. */
  readonly why: readonly string[];
  /** The same by position. */
  readonly held: readonly number[];
  readonly proof: string;
  readonly contrasts: Contrasts;
  readonly count: ExplanationCount;
  readonly explanations: readonly (readonly string[])[];
  /** In every explanation. */
  readonly always: readonly string[];
  readonly values: readonly ShownValue[];
  /** What part protected features play, in a sentence. */
  readonly audit?: string;
  /** What `xpxlc verify` checks. */
  readonly record: CertifiedRow;
  readonly problem: Problem;
}

/** A row with the certificates of what is said of it, as `xpxlc verify` reads it. */
export interface CertifiedRow extends RowName {
  readonly explanations: readonly { readonly certificate: Certificate }[];
}

/** A row without an answer. */
export interface FailedRow {
  readonly name: RowName;
  readonly error: string;
}

const PLAIN = { digits: 'few', ranges: 'words' } as const;

/**
 * Ask everything about a row.
 *
 * @param whole - the row with everything free to move, of which reasons for an adverse decision are given: a factor counts, whether it can
 * be changed or not.
 * @param problem - the row as the user asks about it.
 */
export function rowReport(name: RowName, whole: Problem, problem: Problem, question: RowQuestion): RowReport {
  const { classifier } = problem;
  const [against, ...others] = drops(problem);
  const allowance = new Allowance(question);
  // Each is asked once: where time ends a search, the next one may find another set.
  const known = smallestKnown(problem, { budget: { signal: allowance.share(1 / 6) } });
  const ofWhole =
    whole === problem ? known : smallestKnown(whole, { budget: { signal: allowance.share(1 / 5) } });
  const { features: held, complete, atLeast } = known;
  const shown = weightiest(problem);
  const audited = rowAudit(problem, question.protected ?? [], allowance.share(1 / 4));
  const contrasts = contrastCases(problem, question.listed, question.target, allowance.share(1 / 3));
  const explanations = listed(problem, question.listed, allowance.share(1 / 2));
  const counted = explanationCount(problem, question.budget, allowance);
  const certificate = certify(problem, held);
  const words = (set: readonly number[]): string[] => set.map((i) => literal(problem, i, PLAIN));
  return {
    name,
    class: problem.class,
    standing: standing(classifier, problem),
    remarks: remarks(name, problem),
    given: given(problem, PLAIN),
    ...shownReasons(whole, problem, question, { whole: ofWhole, problem: known }),
    why: words(held),
    held,
    proof:
      proved(certificate, classifier) +
      (complete ? '' : ` A smaller set would have at least ${atLeast} values.`),
    contrasts,
    count: counted,
    explanations: explanations.map(words),
    always: words(necessary(problem)),
    values: classifier.features.map((feature, i) => ({
      name: feature.name,
      value: ownText(problem, i),
      shown: shown.has(i),
      ...(others.length === 0 && against !== undefined ? { worth: amount(against.drops[i]) } : {}),
      part: counted.parts?.[i],
    })),
    audit: audited,
    record: { ...name, explanations: [{ certificate }, ...ofReasons(whole, problem, question, ofWhole)] },
    problem,
  };
}

/** Where reasons rest on another explanation than the one that is shown, its proof is needed, too. */
function ofReasons(
  whole: Problem,
  problem: Problem,
  { adverse }: RowQuestion,
  { features }: KnownSmallest,
): CertifiedRow['explanations'] {
  if (whole === problem || problem.class !== adverse) return [];
  return [{ certificate: certify(whole, features) }];
}

function shownReasons(
  whole: Problem,
  problem: Problem,
  { adverse, reasons: most, phrases, target }: RowQuestion,
  known: { readonly whole: KnownSmallest; readonly problem: KnownSmallest },
): { readonly reasons?: ShownReasons } {
  if (adverse !== undefined && problem.class !== adverse) return {};
  const [asked, { features: explanation }] =
    adverse === undefined ? [problem, known.problem] : [whole, known.whole];
  const { rival, list, further } = principalReasons(whole.classifier, asked, {
    most,
    target,
    phrases,
    explanation,
  });
  return {
    reasons: {
      rival,
      list: list.map(({ drop, ...reason }) => ({ ...reason, worth: amount(drop) })),
      further: further.map((i) => literal(asked, i, PLAIN)),
    },
  };
}

/** Values that are shown of a case at most. */
const MOST_VALUES = 200;

/** The features whose values are worth most against some rival. */
function weightiest(problem: Problem): ReadonlySet<number> {
  const rivals = drops(problem);
  const most = problem.classifier.features.map((_, i) =>
    rivals.reduce((worth, rival) => Math.max(worth, rival.drops[i]), 0),
  );
  const order = [...most.keys()].sort((i, j) => (most[i] === most[j] ? i - j : most[j] - most[i]));
  return new Set(order.slice(0, MOST_VALUES));
}

/** What a value is worth, for readers. */
function amount(drop: number): string {
  return drop === Number.POSITIVE_INFINITY ? 'endless' : shortNumber(drop);
}

/** Points or probability and the lead, as the terminal says it. */
function standing(classifier: Classifier, problem: Problem): string {
  const prediction = predictionOf(problem);
  const { class: name, margin, rival, tie } = prediction;
  const known = standingText(classifier, {
    class: name,
    margin: String(margin),
    ...standingOf(classifier, prediction),
  });
  const lead = tie
    ? `a tie with ${rival}, decided by the tie rule`
    : `ahead of ${rival} by ${inUnit(shortNumber(margin), classifier.unit)}`;
  if (known === undefined) return lead;
  return tie || classifier.unit === 'points' ? known : `${known}; ${lead}`;
}

function remarks({ extended }: RowName, problem: Problem): string[] {
  return [
    ...(predictionOf(problem).doubtful
      ? [
          'The lead is within the rounding noise of the model’s own arithmetic: its program may decide otherwise.',
        ]
      : []),
    ...missingTexts(missingIn(problem)).map((text) => `${text}.`),
    ...(extended === undefined
      ? []
      : [
          `Values lie beyond the bounds of the model. All that is said here holds with extended bounds: ${extendedText(extended)}.`,
        ]),
  ];
}

/** The proof, checked by code that shares nothing with the search. */
function proved(certificate: Certificate, classifier: Classifier): string {
  const { valid, reason } = verify(certificate, additiveForm(classifier));
  if (!valid) return `NOT confirmed: ${reason}`;
  const claim =
    certificate.claim === 'smallest'
      ? 'no smaller set of values does'
      : 'none of these values can be left out';
  return `Checked in exact arithmetic, by code apart from the search that found it: the rule holds for every case, and ${claim}.`;
}

function listed(problem: Problem, most: number, signal: Signal): readonly (readonly number[])[] {
  const sets: (readonly number[])[] = [];
  try {
    for (const { features } of enumerate(problem, {
      order: 'size',
      limit: most,
      budget: listBudget(problem, signal),
    }))
      sets.push([...features]);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
  }
  return sets;
}

function ownValue({ classifier: { features }, values }: Problem, i: number): Value {
  const feature = features[i];
  if (feature.kind === 'categorical') return feature.values[values[i]];
  return Number.isNaN(values[i]) ? null : values[i];
}

/** The value of the case; what a missing one counts as. */
function ownText(problem: Problem, i: number): string {
  const text = changedText(problem, i, ownValue(problem, i));
  return problem.missing.includes(i) && text !== 'missing' ? `missing (counted as ${text})` : text;
}

/** A value of a feature, with its unit. */
export function changedText({ classifier: { features } }: Problem, i: number, value: Value): string {
  const feature = features[i];
  const unit = feature.kind === 'categorical' || feature.unit === undefined ? '' : ` ${feature.unit}`;
  if (value === null) return 'missing';
  return typeof value === 'number' ? `${shortValue(value)}${unit}` : value;
}
