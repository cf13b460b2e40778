// Everything a report says of one decision, as plain data.
import { type Certificate, literal } from '@xpxlc/core';
import type { Extended } from '../answer/extend-bounds.ts';
import type { Contrast, Decision } from '../decision/decision.ts';
import { type ContrastWords, contrastWords } from '../terminal/contrast-words.ts';
import { READABLE } from '../terminal/readable.ts';
import { standingParts } from '../terminal/standing.ts';
import { worthText } from '../terminal/unit.ts';
import { countText } from './explanation-count.ts';
import type { Phrases } from './phrases.ts';
import { principalReasons, type Reason } from './principal-reasons.ts';
import { rowAudit } from './row-audit.ts';

/** What is asked of every row. */
export interface RowQuestion {
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

/** One way to another decision. */
export interface ShownContrast extends Contrast, ContrastWords {
  /** `A`, `B`, …, as in the table of changed cases. */
  readonly letter: string;
}

/** One decision, with what takes time worked out. */
export interface RowReport {
  readonly name: RowName;
  readonly decision: Decision;
  /** `20 points, 65 needed`. */
  readonly standing: string;
  /** Absent where the decision is not an adverse one. */
  readonly reasons?: ShownReasons;
  readonly contrasts: {
    readonly list: readonly ShownContrast[];
    readonly complete: boolean;
    readonly limit?: string;
  };
  /** How many explanations there are, in words, and the smallest. */
  readonly count: string;
  readonly explanations: readonly (readonly number[])[];
  /** What part protected features play, in a sentence. */
  readonly audit?: string;
  /** What `xpxlc verify` checks. */
  readonly record: CertifiedRow;
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

/** Parts that take time, for a patience that shares it out: reasons, those over the whole space, audit, contrasts, list, number, bounds. */
export const TIMED_PARTS = 7;

/** Ask everything about a row. */
export function rowReport(name: RowName, decision: Decision, question: RowQuestion): RowReport {
  const { certificate } = decision.proof();
  const reasons = shownReasons(decision, question);
  const audit = rowAudit(decision, question.protected ?? []);
  const { list, ...contrasts } = decision.contrasts(question.listed, question.target);
  const explanations = decision.explanations(question.listed).list;
  return {
    name,
    decision,
    standing: standingParts(decision).join('; '),
    ...(reasons === undefined ? {} : { reasons }),
    contrasts: {
      ...contrasts,
      list: list.map((contrast, x) => ({
        ...contrast,
        ...contrastWords(decision.problem, contrast),
        letter: letterOf(x),
      })),
    },
    count: countText(decision),
    explanations,
    audit,
    record: { ...name, explanations: [{ certificate }, ...ofReasons(decision, question)] },
  };
}

/** Reasons for an adverse decision are given over the whole space. */
function isAdverse({ problem }: Decision, { adverse }: RowQuestion): boolean {
  return problem.class === adverse;
}

/** Where reasons rest on another explanation than the one that is shown, its proof is needed, too. */
function ofReasons(decision: Decision, question: RowQuestion): CertifiedRow['explanations'] {
  const { whole } = decision;
  if (whole === decision || !isAdverse(decision, question)) return [];
  return [{ certificate: whole.proof().certificate }];
}

function shownReasons(decision: Decision, question: RowQuestion): ShownReasons | undefined {
  const { adverse, reasons: most, phrases, target } = question;
  if (adverse !== undefined && !isAdverse(decision, question)) return undefined;
  const asked = adverse === undefined ? decision : decision.whole;
  const { rival, list, further } = principalReasons(asked, { most, target, phrases });
  return {
    rival,
    list: list.map(({ drop, ...reason }) => ({ ...reason, worth: worthText(drop) })),
    further: further.map((i) => literal(asked.problem, i, READABLE)),
  };
}

/** `A` … `Z`, `A2`, … */
function letterOf(x: number): string {
  const letter = String.fromCharCode(65 + (x % 26));
  return x < 26 ? letter : `${letter}${Math.floor(x / 26) + 1}`;
}
