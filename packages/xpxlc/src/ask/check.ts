// `check`: are these explanations, from whatever tool, sufficient and minimal?
import { A_MODEL, A_TABLE, MODEL, OUTPUT, ROWS_OF_DATA, WITHIN } from './groups.ts';
import { CLASS, choice, count, FLAG, SECONDS, text } from './kinds.ts';
import { local, option, question, type Said } from './option.ts';

export const CHECK = question({
  name: 'check',
  summary: 'are these explanations sufficient and minimal?',
  description:
    'Check explanations from any tool against the definition: do they hold, is any feature redundant, which case contradicts them? Exit status 1 if any is not a minimal explanation, 3 if any could not be checked.',
  arguments: { ...A_MODEL, ...A_TABLE },
  options: {
    explanations: local(
      text('file'),
      'records of xpxlc explain (NDJSON, JSON, CSV), XXPL, or CSV lines row,feature,feature,…; - for standard input',
      { required: true },
    ),
    kind: option(
      choice('kind', ['axp', 'cxp']),
      'for explanations that do not say what they are: axp (explanations) or cxp (contrasts)',
      { default: 'axp' },
    ),
    target: option(CLASS, 'for contrasts: they must lead to this class'),
    row: local(count('number', 0), 'the row, for explanations that do not say it, such as XXPL (default: 0)'),
    instance: local(
      text('case'),
      "one case instead of DATA: 'age=35,job=clerk', or - for JSON on standard input",
    ),
    repair: option(FLAG, 'also give a minimal explanation made from each one'),
    maxTime: local(
      SECONDS,
      'give up on an explanation after this time; of use for contrasts towards one of several classes',
    ),
    ...MODEL,
    ...ROWS_OF_DATA,
    ...OUTPUT,
    ...WITHIN,
  },
  clashes: [{ of: ['row'], not: ['instance'] }],
  examples: [
    'xpxlc check model.json people.csv --explanations reasons.ndjson',
    'xpxlc check model.json people.csv --explanations theirs.csv --repair --format ndjson',
    'xpxlc check model.xlc rows.csv --xmap model.xmap --values index --explanations out.xxpl --row 7',
  ],
});

export type CheckOptions = Said<typeof CHECK.options>;
