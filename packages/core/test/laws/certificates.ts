// Certificates: every true answer has one that verifies, and none verifies for anything else.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InstanceError } from '../../src/errors.ts';
import type { Narrowing } from '../../src/model/within.ts';
import { type Certificate, certify } from '../../src/output/certificate.ts';
import { verify } from '../../src/output/verify.ts';
import { predict } from '../../src/query/predict.ts';
import { additiveForm } from '../../src/reduce/additive-form.ts';
import { anyCase, type Case } from '../arbitraries.ts';
import { reduce, weigh } from '../engine.ts';
import { show, times } from '../oracle/fraction.ts';
import { atLeast, holds, until } from '../property.ts';

export function certificateLaws(times = 200): void {
  const cases = anyCase({ maxFeatures: 6 });
  const kinds = fc.constantFrom('axp' as const, 'cxp' as const);
  const some = fc.uniqueArray(fc.nat(5));

  describe('a certificate', () => {
    it('of any explanation is valid, also after a journey as JSON and against the model itself', () => {
      holds(times, cases, kinds, fc.nat(), (c, kind, which) => {
        const certificate = certifySome(c, kind, which);
        fc.pre(certificate !== undefined);
        expect(verify(certificate)).toEqual({ valid: true });
        const received = JSON.parse(JSON.stringify(certificate)) as Certificate;
        expect(verify(received, additiveForm(c.classifier))).toEqual({ valid: true });
      });
    });

    it('claims the smallest size only for explanations that have it', () => {
      holds(times, cases, kinds, fc.nat(), (c, kind, which) => {
        const certificate = certifySome(c, kind, which);
        fc.pre(certificate?.claim === 'smallest');
        const sizes = (kind === 'axp' ? c.oracle.axps() : c.oracle.cxps()).map((set) => set.length);
        expect(certificate.set.length).toBe(Math.min(...sizes));
      });
    });

    it('claims the smallest size for every explanation that has it, with two classes', () => {
      holds(times, anyCase({ maxFeatures: 6, classes: 2 }), kinds, fc.nat(), (c, kind, which) => {
        const certificate = certifySome(c, kind, which);
        fc.pre(certificate !== undefined);
        const sizes = (kind === 'axp' ? c.oracle.axps() : c.oracle.cxps()).map((set) => set.length);
        expect(certificate.claim).toBe(
          certificate.set.length === Math.min(...sizes) ? 'smallest' : 'minimal',
        );
        expect(verify({ ...certificate, claim: 'smallest' }).valid).toBe(certificate.claim === 'smallest');
      });
    });

    it('is refused for, and not valid with, any set that is no explanation', () => {
      let changed = 0;
      until(() => changed > atLeast(times)).holds(
        times,
        cases,
        kinds,
        fc.nat(),
        some,
        (c, kind, which, list) => {
          const set = list.filter((i) => i < c.instance.length).sort((a, b) => a - b);
          const truth = kind === 'axp' ? c.oracle.axps() : c.oracle.cxps();
          fc.pre(!truth.some((answer) => String(answer) === String(set)));
          expect(() => certify(c.weigh(), set, { kind })).toThrow(InstanceError);
          const certificate = certifySome(c, kind, which);
          if (certificate === undefined) return;
          expect(verify({ ...certificate, set: set.map((i) => `f${i}`) }).valid).toBe(false);
          changed += 1;
        },
      );
    });

    it('with one wrong margin or drop does not agree with the model', () => {
      holds(times, cases, fc.nat(), fc.nat(), (c, which, place) => {
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
      });
    });
  });

  describe('a certificate that was tampered with', () => {
    it('is not valid, unless it says what could be certified as well', () => {
      let [accepted, refused] = [0, 0];
      const two = fc.tuple(tampering, fc.option(tampering));
      // Some changes do no harm: a claim of less, an end that makes no difference, the same value twice in a row.
      until(() => accepted > 0).holds(
        6 * times,
        anyCase({ maxFeatures: 4 }),
        kinds,
        fc.nat(),
        two,
        (c, kind, which, [one, other]) => {
          const fine = certifySome(c, kind, which);
          fc.pre(fine !== undefined);
          const received = JSON.parse(JSON.stringify(fine));
          const changed = [one, other].reduce(
            (data, how) => (how === null ? data : tamper(data, how)),
            received,
          );
          const verdicts = [verify(changed), verify(changed, additiveForm(c.classifier))];
          for (const { valid, reason } of verdicts)
            expect(typeof reason).toBe(valid ? 'undefined' : 'string');
          if (verdicts[0].valid) expect(formOf(changed)).toEqual(formOf(received));
          if (verdicts[1].valid) expect(meaningOf(changed)).toEqual(meaningOf(certifyAgain(c, changed)));
          if (verdicts[1].valid) accepted += 1;
          else refused += 1;
        },
      );
      expect(refused).toBeGreaterThan(5 * accepted);
    });
  });

  describe('the additive form', () => {
    it('has the same scores as the classifier, number for number', () => {
      holds(times, cases, ({ classifier, instance }) => {
        const again = reduce(additiveForm(classifier), { neverWins: 'allow' });
        const { exactMargin, classIndex, rival } = predict(classifier, instance);
        expect(predict(again, instance)).toMatchObject({ exactMargin, classIndex, rival });
      });
    });
  });
}

function certifySome(c: Case, kind: 'axp' | 'cxp', which: number): Certificate | undefined {
  const sets = kind === 'axp' ? c.oracle.axps() : c.oracle.cxps();
  return sets.length === 0 ? undefined : certify(c.weigh(), sets[which % sets.length], { kind });
}

/** A change of plain data: where (the so-manieth of all places), what is done there, and with which value. */
interface Tampering {
  readonly place: number;
  readonly how: 'replace' | 'drop' | 'add' | 'rename' | 'repeat' | 'swap';
  readonly value: unknown;
}

const oddities = [
  '',
  ' 1',
  '-0',
  '+1',
  '01',
  '1e3',
  '0x10',
  '1/0',
  '1.0',
  'endless',
  'Endless',
  '1'.repeat(400),
];
const words = ['f0', 'f1', 'c0', 'c1', 'v0', 'v1', 'axp', 'cxp', 'minimal', 'smallest', '__proto__', 'class'];

const tampering: fc.Arbitrary<Tampering> = fc.record({
  place: fc.nat(),
  how: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add', 'rename', 'repeat', 'swap'),
  value: fc.oneof(
    fc.constantFrom<unknown>(...oddities, ...words, null, true, false, [], {}, ['f0'], { f0: 'v0' }),
    fc.constantFrom<unknown>(0, 1, 2, -1, 0.5, 1e300, Number.NaN, Number.POSITIVE_INFINITY),
    fc.bigInt({ min: 0n, max: 99n }).map(String),
  ),
});

/** A changed copy; the same where the change is impossible there. */
function tamper(data: unknown, { place, how, value }: Tampering): Certificate {
  const copy = structuredClone(data);
  const places: [Record<string, unknown>, string][] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key]);
      visit((node as Record<string, unknown>)[key]);
    }
  };
  visit(copy);
  const [node, key] = places[place % places.length];
  const list = Array.isArray(node) ? node : undefined;
  const at = Number(key);
  if (how === 'replace') node[key] = value;
  else if (how === 'drop' && list) list.splice(at, 1);
  else if (how === 'drop') delete node[key];
  else if (how === 'add' && list) list.splice(at, 0, value);
  else if (how === 'add') node[String(value)] = value;
  else if (how === 'repeat' && list) list.splice(at, 0, structuredClone(list[at]));
  else if (how === 'swap' && list) list.splice(0, 2, ...list.slice(0, 2).reverse());
  else if (how === 'rename' && !list) {
    node[`${key}s`] = node[key];
    delete node[key];
  }
  return copy as Certificate;
}

/** Its keys and the types of its values, wherever one looks. */
function formOf({ instance, rivals, set, within, features, ...rest }: Certificate) {
  const types = (data: object): string[] =>
    Object.entries(data)
      .map(([key, x]) => `${key}: ${typeof x}`)
      .sort();
  const texts = [
    ...set,
    ...within.map(({ feature }) => feature),
    ...features,
    ...rivals.flatMap(({ drops }) => drops),
  ];
  return {
    rest: types(rest),
    rivals: [...new Set(rivals.map((rival) => types(rival).join()))],
    lists: texts.every((text) => typeof text === 'string'),
    complete: Object.keys(instance).sort().join() === features.toSorted().join(),
  };
}

/** What an engine that is asked the same question certifies. */
function certifyAgain(c: Case, { instance, set, kind, within, claim }: Certificate): Certificate {
  const features: { [feature: string]: Narrowing } = Object.fromEntries(
    within.map(({ feature, values, missing, ...ends }) => [feature, values ?? (missing ? 'fixed' : ends)]),
  );
  const again = certify(weigh(c.classifier, instance, { within: { features } }), set, { kind });
  // To claim less is no lie.
  return claim === 'minimal' ? { ...again, claim } : again;
}

/** What a certificate says, in one unit. The same domains can be said in several ways. */
function meaningOf({ rivals, set, within: _, ...rest }: Certificate): object {
  return {
    ...rest,
    set: new Set(set),
    rivals: rivals.map(({ margin, drops, exponent, denominator, ...rival }) => {
      const unit = {
        num: 1n << BigInt(Math.max(exponent, 0)),
        den: BigInt(denominator) << BigInt(Math.max(-exponent, 0)),
      };
      const value = (text: string): string =>
        text === 'endless' ? text : show(times({ num: BigInt(text), den: 1n }, unit));
      return { ...rival, margin: value(margin), drops: drops.map(value) };
    }),
  };
}
