// Is this data a certificate at all: every field there, none besides, each of its type, every number written in one way? What is
// meant is checked afterwards (verify.ts). Like verify.ts, this file uses nothing of the engine but types.
import type { Certificate, CertifiedDomain } from './certificate.ts';

const FIELDS: readonly (keyof Certificate)[] = [
  'format',
  'version',
  'kind',
  'claim',
  'set',
  'within',
  'features',
  'instance',
  'class',
  'rivals',
];
const RIVAL_FIELDS = ['class', 'winsTies', 'margin', 'drops', 'exponent', 'denominator'] as const;

/** Doubles, their squares and products have no exponents near this, nor as many digits. A forged number could fill the memory. */
const MOST_EXPONENT = 1e5;
const MOST_DIGITS = 1e5;

/**
 * The data as a certificate.
 *
 * @throws {Error} that says what is wrong.
 */
export function checkForm(data: unknown): Certificate {
  const { set, within, features, instance, rivals, ...rest } = fieldsOf(data, FIELDS, 'certificate');
  checkText(rest.class, 'class');
  const names = checkNames(features, 'features');
  if (!areKnown(checkNames(set, 'set'), names)) throw new Error('set names unknown features');
  const narrowed = checkList(within, 'within').map(checkDomain);
  if (!areKnown(checkNames(narrowed, 'within'), names)) throw new Error('within names unknown features');
  const values = fieldsOf(instance, names, 'instance');
  for (const name of names)
    if (!isValue(values[name])) throw new Error(`not a value of ${name}: ${show(values[name])}`);
  const classes = checkList(rivals, 'rivals').map((rival) => checkRival(rival, names.length));
  if (new Set([...classes, rest.class]).size !== classes.length + 1) throw new Error('the same class twice');
  return data as Certificate;
}

/** One narrowed domain; its feature. */
function checkDomain(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) throw new Error('within holds no object');
  const { feature, values, from, to, missing, ...rest } = data as Record<keyof CertifiedDomain, unknown>;
  const more = Object.keys(rest);
  if (more.length > 0) throw new Error(`unknown in within: ${show(more[0])}`);
  const isEnd = (end: unknown): boolean =>
    end === undefined || (typeof end === 'number' && Number.isFinite(end));
  if (values !== undefined) checkNames(values, 'values');
  if (!isEnd(from) || !isEnd(to) || (missing !== undefined && missing !== true))
    throw new Error(`not a domain of ${show(feature)}`);
  const kinds = [values !== undefined, from !== undefined || to !== undefined, missing !== undefined];
  if (kinds.filter(Boolean).length > 1) throw new Error(`two domains of ${show(feature)}`);
  return feature;
}

/** One rival; its class. */
function checkRival(data: unknown, features: number): string {
  const rival = fieldsOf(data, RIVAL_FIELDS, 'rival');
  if (typeof rival.winsTies !== 'boolean') throw new Error(`not true or false: ${show(rival.winsTies)}`);
  if (!isNatural(rival.margin)) throw new Error(`not a margin: ${show(rival.margin)}`);
  const drops = checkList(rival.drops, 'drops');
  if (drops.length !== features) throw new Error('wrong number of drops');
  for (const drop of drops)
    if (drop !== 'endless' && !isNatural(drop)) throw new Error(`not a drop: ${show(drop)}`);
  const { exponent, denominator } = rival;
  const small = Number.isInteger(exponent) && Math.abs(exponent as number) <= MOST_EXPONENT;
  if (!small || !isNatural(denominator) || denominator === '0') throw new Error('not a unit');
  return checkText(rival.class, 'class');
}

/**
 * Certificates of version 1 named fixed features, of contrasts only, beside drops over the whole domains. Over the narrowed ones these
 * features cannot drop.
 */
export function upgrade(data: Certificate): Certificate {
  const { fixed, ...rest } = fieldsOf(
    data,
    [...FIELDS.filter((field) => field !== 'within'), 'fixed'],
    'certificate',
  );
  const names = checkNames(fixed, 'fixed');
  if (names.length > 0 && rest.kind !== 'cxp') throw new Error('only contrasts have fixed features');
  const features = checkNames(rest.features, 'features');
  const instance = fieldsOf(rest.instance, features, 'instance');
  const within = names.map((feature) => ({ feature, ...domainOf(instance[feature]) }));
  const rivals = checkList(rest.rivals, 'rivals').map((rival) => {
    const drops = checkList((rival as { drops?: unknown } | null)?.drops, 'drops');
    return {
      ...(rival as object),
      drops: drops.map((drop, i) => (names.includes(features[i]) ? '0' : drop)),
    };
  });
  return { ...rest, version: 2, within, rivals } as unknown as Certificate;
}

function domainOf(value: unknown): object {
  if (value === null) return { missing: true };
  return typeof value === 'string' ? { values: [value] } : { from: value, to: value };
}

/** An object with exactly these fields. */
function fieldsOf<K extends string>(data: unknown, fields: readonly K[], what: string): Record<K, unknown> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new Error(`no ${what}`);
  for (const field of fields) if (!Object.hasOwn(data, field)) throw new Error(`${what} without ${field}`);
  const known = new Set<string>(fields);
  for (const key of Object.keys(data))
    if (!known.has(key)) throw new Error(`unknown in ${what}: ${show(key)}`);
  return data as Record<K, unknown>;
}

function checkList(data: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(data)) throw new Error(`${what} is no list`);
  return data;
}

/** Different texts. */
function checkNames(data: unknown, what: string): readonly string[] {
  const names = checkList(data, what).map((name) => checkText(name, what));
  if (new Set(names).size !== names.length) throw new Error(`${what} names a feature twice`);
  return names;
}

function checkText(data: unknown, what: string): string {
  if (typeof data !== 'string' || data === '') throw new Error(`not a name in ${what}: ${show(data)}`);
  return data;
}

function areKnown(some: readonly string[], all: readonly string[]): boolean {
  const known = new Set(all);
  return some.every((name) => known.has(name));
}

function isValue(data: unknown): boolean {
  return data === null || typeof data === 'string' || (typeof data === 'number' && Number.isFinite(data));
}

/** A whole number from 0 up in decimal digits, without leading zeros. */
function isNatural(data: unknown): boolean {
  return typeof data === 'string' && data.length <= MOST_DIGITS && /^(0|[1-9]\d*)$/.test(data);
}

/** Shortly, whatever it is. */
function show(data: unknown): string {
  const text = typeof data === 'object' && data !== null ? 'an object' : String(data);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
