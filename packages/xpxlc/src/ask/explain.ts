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
import { CLASS, choice, FLAG, NAMES, SECONDS, text } from './kinds.ts';
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
  usual: [
    'kind',
    'limit',
    'within',
    'target',
    'never',
    'instance',
    'rows',
    'key',
    'plot',
    'format',
    'output',
  ],
  clashes: [
    CHOSEN_AMONG_ROWS,
    RESUMED_FILE,
    { of: ['plot'], not: ['resume'] },
    { of: ['avoid', 'never'], unless: ({ kind }) => kind !== 'cxp', expected: '{kind} axp or both' },
    { of: ['target'], unless: ({ kind }) => kind !== 'axp', expected: '{kind} cxp or both' },
    {
      of: ['avoid'],
      unless: ({ limit = 1 }) => limit === 1,
      expected: 'one explanation (no {limit})',
    },
    { of: ['seed'], unless: ({ order }) => order === 'random', expected: '{order} random' },
    {
      of: ['skip'],
      unless: ({ order }) => order === undefined || order === 'search',
      expected: '{order} search',
    },
    {
      of: ['order'],
      unless: ({ order, limit }) => order !== 'random' || limit !== 'all',
      expected: '{limit} N',
    },
    {
      of: ['avoid', 'never', 'target'],
      unless: ({ order }) => order !== 'random',
      expected: '{order} size or search',
    },
    { of: ['skip'], not: ['avoid', 'never', 'target'] },
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
export const CONTRASTS = {
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
