// An explanation or a contrast as sentences: the rule in words, and for a contrast what changes from what to what.

import { given, type Problem, shortValue, type Value } from '@xpxlc/core';
import { describe, type ExplainQuestion, joined, ruleOf } from './explain-record.ts';
import type { Ending, ExplanationRecord } from './record-fields.ts';

export interface Sentences {
  /** `IF age < 31 AND job = clerk THEN refuse`, `BUT grant if age ≥ 50`. */
  readonly rule: string;
  /** `age: 24 → 50; job: clerk → nurse`; undefined for an explanation, which changes nothing. */
  readonly change?: string;
}

/** Between the parts of a change. */
export const THEN = '; ';

/** How numbers are told: bins alike in all rows. */
export const SPOKEN = { digits: 'cut' } as const;

export function sentencesOf(
  problem: Problem,
  explanation: ExplanationRecord,
  question: ExplainQuestion,
): Sentences {
  const { kind, indices, counterfactual } = explanation;
  const told = isLong(explanation) ? describe(problem, kind, indices, question, SPOKEN) : explanation;
  const rule = ruleSentence(told, problem.class, given(problem, SPOKEN));
  if (counterfactual === undefined) return { rule };
  const { features } = problem.classifier;
  const changes = indices.flatMap((i) => {
    const { name } = features[i];
    if (!Object.hasOwn(counterfactual.changes, name)) return [];
    return [changePart(problem, i, ownValue(problem, i), counterfactual.changes[name])];
  });
  return { rule, change: changes.join(THEN) };
}

/** Whether a text has a number that may be too long to read. */
export function isLong({ literals, widened = [], counterfactual }: ExplanationRecord): boolean {
  return [literals, widened, counterfactual?.literals ?? []].flat().some((text) => /\d[\d.]{7}/.test(text));
}

/** An explanation in words; `name` is the class it explains. @param taken - what it takes as given. */
export function ruleSentence(
  { kind, literals, widened, features, counterfactual }: ExplanationRecord,
  name: string,
  taken: readonly string[] = [],
): string {
  if (kind === 'axp') return ruleOf({ literals: widened ?? literals }, name, taken);
  const after = taken.length === 0 ? '' : ` GIVEN ${taken.join(' AND ')}`;
  if (counterfactual === undefined) return `BUT another class with other ${features.join(', ')}${after}`;
  const noise = counterfactual.doubtful ? ' (within rounding noise)' : '';
  return `BUT ${counterfactual.class} if ${joined(counterfactual.literals, ' and ')}${noise}${after}`;
}

/**
 * Why a row has no contrast, where it is asked for contrasts and there is none: `no contrast: no change within the bounds leads to another
 * class`. Undefined where there is one (`found`), and where that is not known.
 */
export function noContrast(
  { kind, target, within, skip, sample }: ExplainQuestion,
  name: string,
  found: boolean,
  { complete }: Pick<Ending, 'complete'>,
): string | undefined {
  const asked = kind !== 'axp' && skip === undefined && sample === undefined;
  if (!asked || complete !== true || found) return undefined;
  if (target === name) return `no contrast: the class is ${name} already`;
  const what = within === undefined ? 'no change within the bounds' : 'no change of what may move';
  return `no contrast: ${what} leads to ${target ?? 'another class'}`;
}

/** `age: 24 → 50 years`. */
export function changePart(
  { classifier: { features } }: Pick<Problem, 'classifier'>,
  feature: number,
  from: Value,
  to: Value,
): string {
  const about = features[feature];
  const unit =
    about.kind !== 'categorical' && about.unit !== undefined && to !== null ? ` ${about.unit}` : '';
  const show = (value: Value): string =>
    value === null ? 'missing' : typeof value === 'number' ? shortValue(value) : value;
  return `${about.name}: ${show(from)} → ${show(to)}${unit}`;
}

/** The value of a feature as users know it. */
export function ownValue({ classifier: { features }, values }: Problem, i: number): Value {
  const feature = features[i];
  if (feature.kind === 'categorical') return feature.values[values[i]];
  return Number.isNaN(values[i]) ? null : values[i];
}
