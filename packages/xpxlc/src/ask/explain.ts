// `explain`: why each row is decided as it is, and what would change it.
import {
  A_MODEL,
  A_TABLE,
  ANSWERS,
  afterTime,
  CHOSEN_AMONG_ROWS,
  INSTANCE,
  LISTING,
  READING,
  RESUMED_FILE,
  WITHIN,
} from './groups.ts';
import { CLASS, choice, count, FLAG, NAMES, SECONDS, text } from './kinds.ts';
import { local, option, question, type Said, saidOf } from './option.ts';

const KIND = {
  kind: option(
    choice('kind', ['axp', 'cxp', 'both']),
    'axp: why (an explanation); cxp: what would change it (a contrast)',
    { default: 'axp' },
  ),
};
const CHOSEN = {
  avoid: option(NAMES, 'leave these features out of the explanation where possible'),
  never: option(NAMES, 'never use these features; a {row} that has no explanation without them says so'),
  target: option(CLASS, 'contrasts that lead to this class (with {kind} cxp)'),
  inflate: option(
    FLAG,
    'widen each condition as far as the rule still holds: job in {clerk, nurse} instead of job = clerk',
  ),
  certificate: option(FLAG, 'add a proof that xpxlc verify checks (not with {format} text)'),
};

const LIMITS = {
  maxTime: option(SECONDS, afterTime('its answer then says that there may be more')),
  maxExplanations: option(
    count('n', 1),
    'list at most n explanations per {row}; an answer that was cut off says so',
  ),
};

export const EXPLAIN = question({
  name: 'explain',
  summary: 'why each row is decided as it is, and what would change it',
  description:
    'For each row the prediction, and a smallest set of its values that fixes the prediction, whatever the other values are.',
  arguments: { ...A_MODEL, ...A_TABLE },
  options: {
    ...KIND,
    ...LISTING,
    ...INSTANCE,
    ...CHOSEN,
    plot: local(text('file'), 'draw one row as SVG: what holds the decision, and what would change it'),
    ...ANSWERS,
    ...LIMITS,
    ...WITHIN,
  },
  clashes: [
    CHOSEN_AMONG_ROWS,
    RESUMED_FILE,
    { of: ['plot'], not: ['resume'] },
    { of: ['all'], not: ['limit'] },
    { of: ['avoid', 'never'], unless: ({ kind }) => kind !== 'cxp', expected: '{kind} axp or both' },
    { of: ['target'], unless: ({ kind }) => kind !== 'axp', expected: '{kind} cxp or both' },
    {
      of: ['avoid'],
      unless: ({ limit = 1, all = false }) => limit === 1 && !all,
      expected: 'one explanation (no {limit}, no {all})',
    },
    { of: ['seed'], unless: ({ sample }) => sample !== undefined, expected: '{sample}' },
    { of: ['sample'], not: ['limit', 'all', 'order', 'skip'] },
    { of: ['skip'], unless: ({ order }) => order !== 'size', expected: '{order} search' },
    { of: ['sample', 'skip'], not: ['avoid', 'never', 'target'] },
    { of: ['certificate'], not: ['target'], manyClasses: true, why: 'there are more than two classes' },
  ],
  examples: [
    "xpxlc explain model.json --instance 'age=35,job=clerk'",
    'xpxlc explain model.json people.csv --rows 7 --plot why.svg',
    'xpxlc explain model.json people.csv --key name --format ndjson -o reasons.ndjson',
    'xpxlc explain model.xlc rows.csv --xmap model.xmap --values index --rows 0,10-20',
    "xpxlc explain model.json people.csv --kind cxp --target grant --within 'age: fixed, income: up'",
  ],
});

/** What of it is about contrasts alone: an endpoint of its own. */
export const CONTRAST = {
  options: {
    ...LISTING,
    target: CHOSEN.target,
    certificate: CHOSEN.certificate,
    ...LIMITS,
    ...WITHIN,
    ...READING,
  },
};

export type ExplainOptions = Said<typeof EXPLAIN.options>;

/** Nothing particular is asked of a single case: it is then answered in full. */
export function isInFull(said: ExplainOptions): boolean {
  const particular = Object.keys({ ...KIND, ...LISTING, ...CHOSEN });
  return said.instance !== undefined && saidOf(EXPLAIN.options, said, particular).length === 0;
}
