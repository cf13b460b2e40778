// Certificates: every true answer has one that verifies, and none verifies for anything else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InstanceError } from '../../src/errors.ts';
import { type Certificate, certify } from '../../src/output/certificate.ts';
import { verify } from '../../src/output/verify.ts';
import { predict } from '../../src/query/predict.ts';
import { additiveForm } from '../../src/reduce/additive-form.ts';
import { reduce } from '../../src/reduce/reduce.ts';
import { anyCase, type Case, runs } from '../arbitraries.ts';

export function certificateLaws(times = 200): void {
  const cases = anyCase({ maxFeatures: 6 });
  const kinds = fc.constantFrom('axp' as const, 'cxp' as const);
  const some = fc.uniqueArray(fc.nat(5));

  describe('a certificate', () => {
    it('of any explanation is valid, also after a journey as JSON and against the model itself', () => {
      fc.assert(
        fc.property(cases, kinds, fc.nat(), (c, kind, which) => {
          const certificate = certifySome(c, kind, which);
          fc.pre(certificate !== undefined);
          expect(verify(certificate)).toEqual({ valid: true });
          const received = JSON.parse(JSON.stringify(certificate)) as Certificate;
          expect(verify(received, additiveForm(c.classifier))).toEqual({ valid: true });
        }),
        runs(times),
      );
    });

    it('claims the smallest size only for explanations that have it', () => {
      fc.assert(
        fc.property(cases, kinds, fc.nat(), (c, kind, which) => {
          const certificate = certifySome(c, kind, which);
          fc.pre(certificate?.claim === 'smallest');
          const sizes = (kind === 'axp' ? c.oracle.axps() : c.oracle.cxps()).map((set) => set.length);
          expect(certificate.set.length).toBe(Math.min(...sizes));
        }),
        runs(times),
      );
    });

    it('claims the smallest size for every explanation that has it, with two classes', () => {
      fc.assert(
        fc.property(anyCase({ maxFeatures: 6, classes: 2 }), kinds, fc.nat(), (c, kind, which) => {
          const certificate = certifySome(c, kind, which);
          fc.pre(certificate !== undefined);
          const sizes = (kind === 'axp' ? c.oracle.axps() : c.oracle.cxps()).map((set) => set.length);
          expect(certificate.claim).toBe(
            certificate.set.length === Math.min(...sizes) ? 'smallest' : 'minimal',
          );
          expect(verify({ ...certificate, claim: 'smallest' }).valid).toBe(certificate.claim === 'smallest');
        }),
        runs(times),
      );
    });

    it('is refused for, and not valid with, any set that is no explanation', () => {
      fc.assert(
        fc.property(cases, kinds, fc.nat(), some, (c, kind, which, list) => {
          const set = list.filter((i) => i < c.instance.length).sort((a, b) => a - b);
          const truth = kind === 'axp' ? c.oracle.axps() : c.oracle.cxps();
          fc.pre(!truth.some((answer) => String(answer) === String(set)));
          expect(() => certify(c.weigh(), set, { kind })).toThrow(InstanceError);
          const certificate = certifySome(c, kind, which);
          if (certificate === undefined) return;
          expect(verify({ ...certificate, set: set.map((i) => `f${i}`) }).valid).toBe(false);
        }),
        runs(times),
      );
    });

    it('of a contrast respects fixed features', () => {
      fc.assert(
        fc.property(cases, some, fc.nat(), (c, list, which) => {
          const fixed = list.filter((i) => i < c.instance.length);
          const truth = c.oracle.cxps(fixed);
          fc.pre(truth.length > 0 && fixed.length > 0);
          const certificate = certify(c.weigh(), truth[which % truth.length], { kind: 'cxp', fixed });
          expect(verify(certificate, additiveForm(c.classifier))).toEqual({ valid: true });
          expect(verify({ ...certificate, set: [certificate.fixed[0], ...certificate.set] }).valid).toBe(
            false,
          );
        }),
        runs(times),
      );
    });

    it('with one wrong margin or drop does not agree with the model', () => {
      fc.assert(
        fc.property(cases, fc.nat(), fc.nat(), (c, which, place) => {
          const certificate = certifySome(c, 'axp', which);
          fc.pre(certificate !== undefined);
          const model = additiveForm(c.classifier);
          const rival = place % certificate.rivals.length;
          const at = place % (c.instance.length + 1);
          const more = (text: string): string => (text === 'endless' ? '1' : String(BigInt(text) + 1n));
          const rivals = certificate.rivals.map((entry, r) => {
            if (r !== rival) return entry;
            if (at === c.instance.length) return { ...entry, margin: more(entry.margin) };
            return { ...entry, drops: entry.drops.map((drop, i) => (i === at ? more(drop) : drop)) };
          });
          expect(verify({ ...certificate, rivals }, model).valid).toBe(false);
        }),
        runs(times),
      );
    });
  });

  describe('the additive form', () => {
    it('has the same scores as the classifier, number for number', () => {
      fc.assert(
        fc.property(cases, ({ classifier, instance }) => {
          const again = reduce(additiveForm(classifier), { neverWins: 'allow' });
          const { exactMargin, index, rival } = predict(classifier, instance);
          expect(predict(again, instance)).toMatchObject({ exactMargin, index, rival });
        }),
        runs(times),
      );
    });
  });
}

function certifySome(c: Case, kind: 'axp' | 'cxp', which: number): Certificate | undefined {
  const sets = kind === 'axp' ? c.oracle.axps() : c.oracle.cxps();
  return sets.length === 0 ? undefined : certify(c.weigh(), sets[which % sets.length], { kind });
}
