// What is said of one row: the prediction and its explanations, as plain data for every output format.

import {
  type Classifier,
  type Counterfactual,
  certify,
  changeLiterals,
  changeRegion,
  counterfactual,
  type Doubt,
  type Enumeration,
  enumerate,
  explanationList,
  type FeatureSet,
  inflate,
  type KnownSmallest,
  LimitError,
  type LiteralOptions,
  literal,
  minimal,
  type Problem,
  predict,
  type Range,
  type RegionValues,
  regionValues,
  type Signal,
  sampler,
  smallestKnown,
  type WideLiteral,
  type Within,
  wideLiteral,
  type XpxlcError,
} from '@xpxlc/core';
import { type Allowance, type AllowanceOptions, NEVER } from './allowance.ts';
import type { ChangeRecord, Ending, ErrorRecord, ExplanationRecord } from './record-fields.ts';

/** What to ask of each row; the same for all. */
export interface ExplainQuestion extends AllowanceOptions {
  /** What may move; everything where it is absent. */
  readonly within?: Within;
  readonly kind: 'axp' | 'cxp' | 'both';
  /** Explanations of each kind at most; Infinity for all. 1 means a smallest one. */
  readonly limit: number;
  readonly order: 'size' | 'search';
  /** In the order of the search: leave out so many (digits). */
  readonly skip?: string;
  /** Instead: so many drawn at random. */
  readonly sample?: { readonly size: number; readonly seed: number };
  /** Features by name. */
  readonly avoid: readonly string[];
  readonly never: readonly string[];
  /** Contrasts: the class that must win. */
  readonly target?: string;
  readonly inflate: boolean;
  readonly certificate: boolean;
}

/** Whether a smallest explanation is searched for, within a budget that may end before the proof. */
export function mayBeUnproved({ classes }: Classifier, { limit }: ExplainQuestion): boolean {
  return classes.length > 2 && limit === 1;
}

/** The explanations of a row, one by one; in the end whether they are all. */
export type Explanations = Generator<ExplanationRecord, Ending, void>;

/** Find the explanations of a row, as they are asked for; `options` say how they are put into words. */
export function* explanations(
  problem: Problem,
  question: ExplainQuestion,
  allowance: Allowance,
  options: LiteralOptions = {},
): Explanations {
  const endings: Ending[] = [];
  const chosen = question.skip !== undefined || question.sample !== undefined;
  const find = { axp: chosen ? placed : reasons, cxp: chosen ? placed : contrasts };
  for (const kind of ['axp', 'cxp'] as const)
    if (question.kind === kind || question.kind === 'both')
      endings.push(yield* describeAll(kind, find[kind](problem, question, allowance, kind)));
  const [impossible] = endings.flatMap((ending) => ending.impossible ?? []);
  const [stopped] = endings.flatMap((ending) => ending.stopped ?? []);
  return {
    complete: endings.every(({ complete }) => complete),
    impossible,
    stopped,
  };

  function* describeAll(kind: 'axp' | 'cxp', sets: Sets): Explanations {
    try {
      for (;;) {
        const next = sets.next();
        if (next.done) return next.value;
        const { set, ...known } = next.value;
        yield { ...describe(problem, kind, set, question, options, allowance), ...known };
      }
    } catch (error) {
      // The time was over before a set was found, or before it could be put into words.
      if (!(error instanceof LimitError) || error.code !== 'aborted' || allowance.stopped === undefined)
        throw error;
      return { complete: false, stopped: allowance.stopped };
    }
  }
}

/** An error as data. */
export function toErrorRecord({
  code,
  message,
  place,
  expected,
  got,
}: ErrorRecord | XpxlcError): ErrorRecord {
  return {
    code,
    message,
    place,
    expected,
    got,
  };
}

/** An explanation as a rule, in words. @param given - what it takes as given. */
export function ruleOf(
  { literals }: Pick<ExplanationRecord, 'literals'>,
  name: string,
  given: readonly string[] = [],
): string {
  const rule = literals.length === 0 ? `ALWAYS ${name}` : `IF ${joined(literals, ' AND ')} THEN ${name}`;
  return given.length === 0 ? rule : `${rule} GIVEN ${given.join(' AND ')}`;
}

/** Literals as one condition; beside others, alternatives are in brackets: `(a < 2 or a is missing) AND b = 1`. */
export function joined(literals: readonly string[], between: ' AND ' | ' and '): string {
  if (literals.length === 1) return literals[0];
  return literals.map((text) => (text.includes(' or ') ? `(${text})` : text)).join(between);
}

/** Sets of features, one by one; in the end whether they are all. */
type Sets = Generator<Found, Ending, void>;

/** A set, and where it is not proved to be smallest how large a smaller one would have to be. */
interface Found {
  readonly set: readonly number[];
  readonly atLeast?: number;
}

function* reasons(problem: Problem, question: ExplainQuestion, allowance: Allowance): Sets {
  const { limit, order, avoid, never } = question;
  if ((limit === 1 || avoid.length > 0) && avoid.length + never.length === 0) {
    return yield* one(smallestKnown(problem, { budget: { signal: allowance } }), allowance);
  }
  // Where no explanation does without them, going through all would show nothing else.
  const guided = minimal(problem, { avoid, never });
  if (!guided.possible) return { complete: true, impossible: guided.reason };
  if (limit === 1 || avoid.length > 0) {
    yield { set: guided.features };
    return { complete: true };
  }
  const { features } = problem.classifier;
  const forbidden = never.map((name) => features.findIndex((feature) => feature.name === name));
  return yield* listed(
    enumerate(problem, { order, budget: { signal: allowance } }),
    limit,
    allowance,
    (set) => forbidden.every((i) => !set.has(i)),
  );
}

function* contrasts(problem: Problem, question: ExplainQuestion, allowance: Allowance): Sets {
  const { limit, order, target } = question;
  // Towards the class it has already there is nothing to change.
  if (target === problem.class) return { complete: true };
  const towards = { target };
  if (limit === 1) {
    const known = smallestKnown(problem, { kind: 'cxp', budget: { signal: allowance }, ...towards });
    return known === undefined ? { complete: true } : yield* one(known, allowance);
  }
  return yield* listed(
    enumerate(problem, { kind: 'cxp', order, budget: { signal: allowance }, ...towards }),
    limit,
    allowance,
    () => true,
  );
}

/** Explanations by their places in the order of the search: from one on, or random ones. */
function* placed(
  problem: Problem,
  question: ExplainQuestion,
  allowance: Allowance,
  kind: 'axp' | 'cxp',
): Sets {
  const { limit, skip = '0', sample } = question;
  const asked = { kind };
  if (sample !== undefined) {
    const { draw } = sampler(problem, { ...asked, seed: sample.seed, budget: { signal: allowance } });
    for (let drawn = 0; drawn < sample.size; drawn++) {
      const set = allowance.aborted ? undefined : draw();
      if (set === undefined) break;
      if (!allowance.spend()) return { complete: false, stopped: 'max-explanations' };
      yield { set };
    }
    // A sample is not all there is, even if it should have met every one.
    return { complete: false, stopped: allowance.stopped };
  }
  const last =
    skip === '0'
      ? undefined
      : explanationList(problem, { ...asked, budget: { signal: allowance } }).at(BigInt(skip) - 1n);
  if (skip !== '0' && last === undefined) return { complete: true };
  return yield* listed(
    enumerate(problem, {
      ...asked,
      budget: { signal: allowance },
      after: last,
    }),
    limit,
    allowance,
    () => true,
  );
}

/** The smallest one, or the smallest that was found. */
function* one({ features, complete, atLeast }: KnownSmallest, allowance: Allowance): Sets {
  yield { set: features, ...(complete ? {} : { atLeast }) };
  return complete ? { complete } : { complete, stopped: allowance.stopped ?? 'max-steps' };
}

/** As many as asked for, within the allowance. One more is looked for, to know whether there are more. */
function* listed(
  running: Enumeration,
  limit: number,
  allowance: Allowance,
  wanted: (set: FeatureSet) => boolean,
): Sets {
  let found = 0;
  for (const set of running) {
    if (!wanted(set)) continue;
    if (found === limit) return { complete: false };
    if (!allowance.spend()) return { complete: false, stopped: 'max-explanations' };
    found += 1;
    yield { set: set.features };
  }
  return allowance.stopped === undefined
    ? { complete: true }
    : { complete: false, stopped: allowance.stopped };
}

/** An explanation in words; those of records are exact. @param signal - ends the search for a changed case. */
export function describe(
  problem: Problem,
  kind: 'axp' | 'cxp',
  set: readonly number[],
  question: ExplainQuestion,
  options: LiteralOptions = {},
  signal: Signal = NEVER,
): ExplanationRecord {
  const { features } = problem.classifier;
  const common = {
    kind,
    features: set.map((i) => features[i].name),
    indices: set,
    literals: set.map((i) => literal(problem, i, options)),
    size: set.length,
  };
  const proof = question.certificate ? { certificate: certify(problem, set, { kind }) } : {};
  if (kind === 'axp') {
    const wide = question.inflate
      ? { widened: inflate(problem, set).map((part) => wideLiteral(problem, part, options)) }
      : {};
    return { ...common, ...wide, ...proof };
  }
  const moved = counterfactual(problem, set, {
    target: question.target,
    budget: { signal },
  });
  if (moved === undefined) return { ...common, ...proof };
  const regions = changeRegion(problem, moved);
  return {
    ...common,
    counterfactual: {
      ...toChangeRecord(problem, moved),
      literals: changeLiterals(problem, moved, regions, options),
      region: Object.fromEntries(
        regions.map((part) => [features[part.feature].name, regionOf(problem, moved, part)]),
      ),
    },
    ...proof,
  };
}

/** The values of a region; of a number with the ends that the class only just reaches while all else is as in the changed case. */
function regionOf({ classifier }: Problem, { instance }: Counterfactual, part: WideLiteral): RegionValues {
  const values = regionValues(classifier, part);
  const { region, feature } = part;
  const { name } = classifier.features[feature];
  if (region.kind !== 'interval') return values;
  const doubtAt = (end: number): Doubt | undefined => {
    const { tie, doubtful } = predict(classifier, { ...instance, [name]: end });
    return tie ? 'tie' : doubtful ? 'noise' : undefined;
  };
  return (values as readonly Range[]).map((range) => {
    const from = range.from === undefined ? undefined : doubtAt(range.from);
    const to = range.to === undefined ? undefined : doubtAt(range.to);
    if (from === undefined && to === undefined) return range;
    const doubtful = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    return { ...range, doubtful };
  });
}

/** A changed case as data. */
export function toChangeRecord(
  { classifier: { features } }: Problem,
  { class: name, changed, instance, doubtful }: Counterfactual,
): ChangeRecord {
  return {
    class: name,
    changes: Object.fromEntries(changed.map((i) => [features[i].name, instance[features[i].name]])),
    ...(doubtful ? { doubtful } : {}),
  };
}
