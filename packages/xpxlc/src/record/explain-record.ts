// What is said of one row: the prediction and its explanations, as plain data for every output format.
import {
  type Certificate,
  certify,
  counterfactual,
  enumerate,
  inflate,
  literal,
  minimal,
  type Problem,
  predict,
  smallest,
  wideLiteral,
  XpxlcError,
} from '@xpxlc/core';

/** What to ask of each row; the same for all. */
export interface Question {
  readonly kind: 'axp' | 'cxp' | 'both';
  /** Explanations of each kind at most; Infinity for all. 1 means a smallest one. */
  readonly limit: number;
  readonly order: 'size' | 'search';
  /** Features by name. */
  readonly avoid: readonly string[];
  readonly never: readonly string[];
  readonly fixed: readonly string[];
  /** Contrasts: the class that must win. */
  readonly target?: string;
  readonly inflate: boolean;
  readonly certificate: boolean;
}

/** One explanation or contrast. */
export interface ExplanationRecord {
  readonly kind: 'axp' | 'cxp';
  readonly features: readonly string[];
  /** Positions of the features in the model. */
  readonly indices: readonly number[];
  readonly literals: readonly string[];
  readonly size: number;
  /** `--inflate`: the literals, widened as far as they stay sufficient. */
  readonly widened?: readonly string[];
  /** Contrasts: a changed case of another class; absent when only numbers that are no doubles would do. */
  readonly counterfactual?: {
    readonly class: string;
    readonly changes: { readonly [feature: string]: string | number };
  };
  readonly certificate?: Certificate;
}

/** Why a row has no answer. */
export interface ErrorRecord {
  readonly code: string;
  readonly message: string;
  readonly place?: string;
  readonly expected?: string;
  readonly got?: string;
}

/** One row. Either `error`, or all the rest. */
export interface ExplainRecord {
  readonly row: number;
  readonly id?: string | null;
  readonly class?: string;
  /** Lead over the strongest rival: the double nearest to the exact number, in decimals. */
  readonly margin?: string;
  /** The margin is within rounding noise of the model's own arithmetic. */
  readonly doubtful?: true;
  readonly explanations?: readonly ExplanationRecord[];
  /** Nothing was left out by a limit. */
  readonly complete?: boolean;
  /** Why there is no explanation without the features of `--never`. */
  readonly impossible?: string;
  readonly error?: ErrorRecord;
}

/** Explain one row. Input errors of the core become an error record. */
export function explainRecord(
  at: { readonly row: number; readonly id?: string | null },
  toProblem: () => Problem,
  question: Question,
): ExplainRecord {
  try {
    const problem = toProblem();
    const { margin, doubtful } = predict(problem.classifier, Array.from(problem.encoded.values));
    const found: Found[] = [];
    if (question.kind !== 'cxp') found.push(reasons(problem, question));
    if (question.kind !== 'axp') found.push(contrasts(problem, question));
    const impossible = found.find((part) => part.impossible !== undefined)?.impossible;
    return {
      ...at,
      class: problem.classifier.classes[problem.class],
      margin: String(margin),
      ...(doubtful ? { doubtful } : {}),
      explanations: found.flatMap((part) =>
        part.sets.map((set) => describe(problem, part.kind, set, question)),
      ),
      complete: found.every((part) => part.complete),
      ...(impossible === undefined ? {} : { impossible }),
    };
  } catch (error) {
    if (error instanceof XpxlcError) return { ...at, error: toErrorRecord(error) };
    throw error;
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
    ...(place === undefined ? {} : { place }),
    ...(expected === undefined ? {} : { expected }),
    ...(got === undefined ? {} : { got }),
  };
}

/** An explanation as a rule, in words. */
export function ruleOf({ literals }: Pick<ExplanationRecord, 'literals'>, name: string): string {
  return literals.length === 0 ? `ALWAYS ${name}` : `IF ${literals.join(' AND ')} THEN ${name}`;
}

interface Found {
  readonly kind: 'axp' | 'cxp';
  readonly sets: readonly (readonly number[])[];
  readonly complete: boolean;
  readonly impossible?: string;
}

function reasons(problem: Problem, { limit, order, avoid, never }: Question): Found {
  if (limit === 1 || avoid.length > 0) {
    if (avoid.length + never.length === 0)
      return { kind: 'axp', sets: [smallest(problem) ?? []], complete: true };
    const guided = minimal(problem, { avoid, never });
    return guided.possible
      ? { kind: 'axp', sets: [guided.features], complete: true }
      : { kind: 'axp', sets: [], complete: true, impossible: guided.reason };
  }
  // Where no explanation avoids them, going through all would show nothing else.
  const guided = minimal(problem, { never });
  if (!guided.possible) return { kind: 'axp', sets: [], complete: true, impossible: guided.reason };
  const forbidden = never.map((name) => problem.classifier.indexOf.get(name) as number);
  const running = enumerate(problem, forbidden.length === 0 ? { order, limit } : { order });
  const sets: number[][] = [];
  for (const set of running) {
    if (forbidden.some((i) => set.has(i))) continue;
    if (sets.length === limit) return { kind: 'axp', sets, complete: false };
    sets.push(set.features);
  }
  return { kind: 'axp', sets, complete: running.complete || forbidden.length > 0 };
}

function contrasts(problem: Problem, { limit, order, fixed, target }: Question): Found {
  const towards =
    target === undefined || target === problem.classifier.classes[problem.class] ? {} : { target };
  // Towards the class it has already there is nothing to change.
  if (target !== undefined && !('target' in towards)) return { kind: 'cxp', sets: [], complete: true };
  if (limit === 1) {
    const set = smallest(problem, { kind: 'cxp', fixed, ...towards });
    return { kind: 'cxp', sets: set === undefined ? [] : [set], complete: true };
  }
  const running = enumerate(problem, { kind: 'cxp', order, limit, fixed, ...towards });
  const sets = Array.from(running, (set) => set.features);
  return { kind: 'cxp', sets, complete: running.complete };
}

function describe(
  problem: Problem,
  kind: 'axp' | 'cxp',
  set: readonly number[],
  question: Question,
): ExplanationRecord {
  const { features } = problem.classifier;
  const common = {
    kind,
    features: set.map((i) => features[i].name),
    indices: set,
    literals: set.map((i) => literal(problem, i)),
    size: set.length,
  };
  const proof = question.certificate
    ? { certificate: certify(problem, set, { kind, ...(kind === 'cxp' ? { fixed: question.fixed } : {}) }) }
    : {};
  if (kind === 'axp') {
    const wide = question.inflate
      ? { widened: inflate(problem, set).map((part) => wideLiteral(problem, part)) }
      : {};
    return { ...common, ...wide, ...proof };
  }
  const target = question.target === undefined ? {} : { target: question.target };
  const moved = counterfactual(problem, set, target);
  const changes = Object.fromEntries(
    (moved?.changed ?? []).map((i) => [
      features[i].name,
      moved?.instance[features[i].name] as string | number,
    ]),
  );
  return {
    ...common,
    ...(moved === undefined ? {} : { counterfactual: { class: moved.class, changes } }),
    ...proof,
  };
}
