// What is said of one claimed explanation, as plain data for every output format.

import { check, given, InstanceError, literal, type Problem, XpxlcError } from '@xpxlc/core';
import type { Relation } from '../import/paper/index.ts';
import { Allowance, NEVER, type Stop } from './allowance.ts';
import { toChangeRecord, toErrorRecord } from './explain-record.ts';
import type { Claim } from './given-explanations.ts';
import type { CheckRecord } from './record-fields.ts';

/** What is asked of every claim. */
export interface Asked {
  /** Of claims that do not say it themselves. */
  readonly kind: 'axp' | 'cxp';
  /** Of contrasts: the class that must win. */
  readonly target?: string;
  readonly repair: boolean;
  /** Milliseconds that a claim may take. */
  readonly maxTime?: number;
}

/** Check one claim. Input errors of the core become an error record. */
export function checkRecord(
  at: { readonly row: number; readonly id?: string | null },
  claim: Claim,
  toProblem: () => Problem,
  { kind, target, repair, ...limits }: Asked,
  stop: Stop = NEVER,
): CheckRecord {
  const allowance = new Allowance(limits, stop);
  const said = { ...at, kind: claim.kind ?? kind, features: claim.features, size: claim.features.length };
  try {
    const problem = toProblem();
    const { features } = problem.classifier;
    const names = (set: readonly number[]): string[] => set.map((i) => features[i].name);
    refuseRepeats(claim, problem);
    refuseOthers(claim, problem);
    const question = said.kind === 'axp' ? { kind: said.kind } : { kind: said.kind, target };
    const { holds, minimal, redundant, counterexample, repaired } = check(problem, claim.features, {
      ...question,
      budget: { signal: allowance },
    });
    return {
      ...said,
      class: problem.class,
      given: problem.within && given(problem),
      features: claim.features.map((feature) =>
        typeof feature === 'number' ? features[feature].name : feature,
      ),
      holds,
      minimal,
      redundant: names(redundant),
      counterexample: counterexample && toChangeRecord(problem, counterexample),
      ...(repair
        ? {
            repaired:
              repaired === undefined
                ? null
                : { features: names(repaired), literals: repaired.map((i) => literal(problem, i)) },
          }
        : {}),
    };
  } catch (error) {
    if (!(error instanceof XpxlcError)) throw error;
    const { message, ...rest } = toErrorRecord(allowance.explain(error));
    return { ...said, error: { ...rest, message: `${claim.place}: ${message}` } };
  }
}

/** A feature by name and by position is the same feature. */
function refuseRepeats({ features }: Claim, { classifier }: Problem): void {
  const names = features.map((feature) =>
    typeof feature === 'number' ? classifier.features[feature]?.name : feature,
  );
  const twice = features.find((_, x) => names[x] !== undefined && names.indexOf(names[x]) !== x);
  if (twice === undefined) return;
  throw new InstanceError('a feature twice', {
    code: 'repeated-feature',
    expected: 'each feature once',
    got: `'${twice}'`,
  });
}

/** A claim that names values must name those of the row. */
function refuseOthers({ literals = [] }: Claim, { classifier, values }: Problem): void {
  for (const { feature, relation, value, text } of literals) {
    const own = values[feature];
    if (value === undefined || fits(own, relation, value)) continue;
    const { name, ...domain } = classifier.features[feature];
    throw new InstanceError('a value that the row does not have', {
      code: 'other-value',
      place: `feature '${name}'`,
      expected: domain.kind === 'categorical' ? `'${domain.values[own]}'` : String(own),
      got: `'${text}'`,
    });
  }
}

function fits(own: number, relation: Relation, value: number): boolean {
  switch (relation) {
    case '=':
      return own === value;
    case '<':
      return own < value;
    case '<=':
      return own <= value;
    case '>':
      return own > value;
    case '>=':
      return own >= value;
  }
}
