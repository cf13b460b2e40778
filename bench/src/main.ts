// Runs the suites named (all by default), prints Markdown tables and writes one JSON file per suite; see README.md.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { assess } from './assess.ts';
import { commands } from './commands.ts';
import { counting } from './counting.ts';
import { everyday } from './everyday.ts';
import { listing } from './listing.ts';
import { sunk } from './measure.ts';
import { large, program } from './program.ts';
import { describeRun, type Report, type Settings, writeReport } from './report.ts';

const SUITES: Record<string, (settings: Settings) => Report> = {
  listing,
  everyday,
  counting,
  assess,
  program,
  large,
  commands,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    original: { type: 'string', default: process.env.XPXLC_ORIGINAL ?? '' },
    data: {
      type: 'string',
      default: process.env.XPXLC_DATA ?? fileURLToPath(new URL('../../../shared/bench', import.meta.url)),
    },
    out: { type: 'string', default: '' },
  },
});
const unknown = positionals.find((name) => !Object.hasOwn(SUITES, name));
if (unknown !== undefined)
  throw new Error(`unknown suite '${unknown}'; there are ${Object.keys(SUITES).join(', ')}`);
const original = values.original === '' ? undefined : values.original;
if (original !== undefined && !existsSync(`${original}/scripts/xpxlc`))
  throw new Error('--original: no scripts/xpxlc in that folder');

const settings: Settings = { quick: values.quick, data: values.data, original };
const names = positionals.length > 0 ? [...new Set(positionals)] : Object.keys(SUITES);
const run = {
  command: [
    'npm --prefix bench run bench --',
    ...positionals,
    ...(settings.quick ? ['--quick'] : []),
    ...(original ? ['--original DIR'] : []),
  ].join(' '),
  ...describeRun(settings),
};
// A quick run is no result: it is written only where asked.
const out =
  values.out !== ''
    ? values.out
    : settings.quick
      ? undefined
      : fileURLToPath(new URL('../results', import.meta.url));

console.log(`<!-- Made by \`${run.command}\` on ${JSON.stringify(run)} -->`);
for (const name of names) {
  console.error(`${name} …`);
  const report = SUITES[name](settings);
  console.log(['', `## ${report.title}`, ...report.parts].join('\n\n'));
  if (out !== undefined) writeReport(out, report, run);
}
console.error(`done (${sunk()})`);
