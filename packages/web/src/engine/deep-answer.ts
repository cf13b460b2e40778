// Questions about one case that may take a while: how many explanations there are, which they are, what each feature is to the decision,
// and the proof.
import { type Classifier, type Enumeration, enumerate, literal, weigh } from '@xpxlc/core';
import { barsOf, Decision, matrixOf, type Patience, proofText, READABLE, ratio, toSizes } from 'xpxlc/view';
import { deadline } from './deadline.ts';
import type { Case, CertificateAnswer, CountAnswer, FeaturesAnswer, ListAnswer } from './messages.ts';

/** Milliseconds for each part; bounds on a number need no more than some steps. */
const patience: Patience = (part) => (part === 'bounds' ? { steps: 2e8 } : { signal: deadline(4000) });

/** The case that is asked about: what was worked out of it stays known until another one is. */
export class DeepCase {
  private key = '';
  private decision: Decision | undefined;
  /** The list of all explanations, smallest first, as far as it was looked at; it goes on where it stopped. */
  private running: Enumeration | undefined;
  private found: (readonly number[])[] = [];

  /** The exact number however large it is; bounds where even counting takes too long. */
  count(classifier: Classifier, values: Case): CountAnswer {
    const decision = this.about(classifier, values);
    const counted = decision.count();
    if (counted === undefined) {
      const bounds = decision.bounds();
      return bounds === undefined ? {} : { atLeast: String(bounds.lower), atMost: String(bounds.upper) };
    }
    const sized = decision.count({ sizes: true });
    return { count: String(counted.count), sizes: sized && toSizes(sized) };
  }

  features(classifier: Classifier, values: Case): FeaturesAnswer {
    const decision = this.about(classifier, values);
    const counted = decision.count({ frequency: true });
    const shares = counted?.frequency?.map((times) => ratio(times, counted.count));
    const powers = decision.power();
    const notes: string[] = [];
    if (shares === undefined)
      notes.push('There are too many explanations to count how often each feature is in them.');
    if (powers === undefined)
      notes.push(
        classifier.classes.length > 2
          ? 'Power is defined against one rival class; here several matter.'
          : 'Power would take too long to compute here.',
      );
    const measured = [
      ...(shares === undefined ? [] : [{ measure: 'frequency' as const, values: shares }]),
      ...(powers === undefined ? [] : [{ measure: 'shapleyShubik' as const, values: powers }]),
    ];
    return {
      rows: decision.roles().map((role, feature) => ({
        feature,
        role,
        frequency: shares?.[feature],
        power: powers?.[feature],
      })),
      ...(measured.length === 0 ? {} : { bars: barsOf(decision.problem, measured) }),
      notes,
    };
  }

  /** Explanations `from` … `from + most`. */
  list(classifier: Classifier, values: Case, from: number, most: number): ListAnswer {
    const { problem } = this.about(classifier, values);
    this.running ??= enumerate(problem, { order: 'size' });
    const { running, found } = this;
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
        literals: features.map((i) => literal(problem, i, READABLE)),
      })),
      complete: found.length <= from + most,
      matrix: matrixOf(problem, shown),
    };
  }

  /** A proof that anyone can check, and what checking it says. */
  certify(classifier: Classifier, values: Case, features: readonly number[]): CertificateAnswer {
    const proof = this.about(classifier, values).proof(features);
    return { certificate: `${JSON.stringify(proof.certificate, undefined, 2)}\n`, text: proofText(proof) };
  }

  /** Forget the case; with another model its values mean something else. */
  clear(): void {
    this.key = '';
    this.decision = undefined;
  }

  private about(classifier: Classifier, values: Case): Decision {
    const key = JSON.stringify(values);
    if (this.decision === undefined || key !== this.key) {
      this.key = key;
      this.decision = new Decision(weigh(classifier, values), patience);
      this.running = undefined;
      this.found = [];
    }
    return this.decision;
  }
}
