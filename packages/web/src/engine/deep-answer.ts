// Questions about one case that may take a while: how many explanations there are, which they are, what each feature is to the decision,
// and the proof.
import {
  additiveForm,
  type Classifier,
  certify,
  count,
  countBounds,
  type Enumeration,
  enumerate,
  LimitError,
  literal,
  necessary,
  type Problem,
  powerIndices,
  relevant,
  verify,
  weigh,
} from '@xpxlc/core';
import { featureBarsOf, matrixOf, ratio, sizesOf } from 'xpxlc/view';
import { deadline } from './deadline.ts';
import type { Case, CertificateAnswer, CountAnswer, FeaturesAnswer, ListAnswer } from './messages.ts';

/** In milliseconds. */
const PATIENCE = 4000;
const PLAIN = { digits: 'few', ranges: 'words' } as const;

/** The exact number however large it is; bounds where even counting takes too long. */
export function countCase(classifier: Classifier, values: Case): CountAnswer {
  const problem = weigh(classifier, values);
  const counted = within(() => count(problem, { budget: { signal: deadline(PATIENCE) } }));
  if (counted !== undefined) {
    const sizes = within(() => sizesOf(problem, { budget: { signal: deadline(PATIENCE) } }));
    return { count: String(counted.count), sizes };
  }
  const bounds = within(() => countBounds(problem, { budget: { steps: 2e8 } }));
  return bounds === undefined ? {} : { atLeast: String(bounds.lower), atMost: String(bounds.upper) };
}

/** What a question answers; undefined where it costs too much. */
function within<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof LimitError) return undefined;
    throw error;
  }
}

export function featuresOfCase(classifier: Classifier, values: Case): FeaturesAnswer {
  const problem = weigh(classifier, values);
  const always = new Set(necessary(problem));
  const some = within(() => new Set(relevant(problem, { budget: { signal: deadline(PATIENCE) } })));
  const counted = within(() => count(problem, { frequency: true, budget: { signal: deadline(PATIENCE) } }));
  const power = within(
    () =>
      powerIndices(problem, { indices: ['shapleyShubik'], budget: { signal: deadline(PATIENCE) } })
        .shapleyShubik,
  );
  const notes: string[] = [];
  if (counted === undefined)
    notes.push('There are too many explanations to count how often each feature is in them.');
  if (power === undefined)
    notes.push(
      classifier.classes.length > 2
        ? 'Power is defined against one rival class; here several matter.'
        : 'Power would take too long to compute here.',
    );
  const shares = counted?.frequency?.map((times) => ratio(times, counted.count));
  const powers = power?.map(({ value }) => value);
  const measures = [
    ...(shares === undefined ? [] : (['frequency'] as const)),
    ...(powers === undefined ? [] : (['shapleyShubik'] as const)),
  ];
  return {
    rows: classifier.features.map((_, feature) => ({
      feature,
      role: always.has(feature)
        ? 'necessary'
        : some === undefined
          ? 'undecided'
          : some.has(feature)
            ? 'relevant'
            : 'irrelevant',
      frequency: shares?.[feature],
      power: powers?.[feature],
    })),
    ...(measures.length === 0 ? {} : { bars: featureBarsOf(problem, { measures }) }),
    notes,
  };
}

/** The list of all explanations of one case, smallest first, page by page. It goes on where it stopped. */
export class Lister {
  private key = '';
  private problem: Problem | undefined;
  private running: Enumeration | undefined;
  private readonly found: (readonly number[])[] = [];

  /** Explanations `from` … `from + most`. */
  list(classifier: Classifier, values: Case, from: number, most: number): ListAnswer {
    const key = JSON.stringify(values);
    if (key !== this.key || this.problem === undefined || this.running === undefined) {
      this.key = key;
      this.problem = weigh(classifier, values);
      this.running = enumerate(this.problem, { order: 'size' });
      this.found.length = 0;
    }
    const { problem, running, found } = this;
    // One more than is shown tells whether there are more.
    while (found.length <= from + most) {
      const next = running.next();
      if (next.done) break;
      found.push(next.value.features);
    }
    const shown = found.slice(from, from + most);
    return {
      explanations: shown.map((features) => ({
        features,
        literals: features.map((i) => literal(problem, i, PLAIN)),
      })),
      complete: found.length <= from + most,
      matrix: matrixOf(problem, shown),
    };
  }

  /** Forget the case; with another model its values mean something else. */
  clear(): void {
    this.key = '';
  }
}

/** A proof that anyone can check, and what checking it says. */
export function certifyCase(
  classifier: Classifier,
  values: Case,
  features: readonly number[],
): CertificateAnswer {
  const certificate = certify(weigh(classifier, values), features);
  return {
    text: `${JSON.stringify(certificate, undefined, 2)}\n`,
    valid: verify(certificate, additiveForm(classifier)).valid,
    claim: certificate.claim === 'smallest' ? 'smallest' : 'minimal',
  };
}
