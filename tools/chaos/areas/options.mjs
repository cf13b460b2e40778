// Random options of every command. Commands, options, choices and the kinds of values are taken from the program itself, so that what is new
// is tried without being listed here.
import { NUMBERS, TEXTS } from '../nonsense.mjs';

/** @typedef {import('../random.mjs').Random} Random */
/** @typedef {import('../seeds.mjs').Kind} Kind */

const CASE = 'age=40,income=72.6,job=clerk,home=own,late payments=1';
const NAMES = ['age', 'income', 'home', 'late payments', 'job', 'decision', 'home,age', 'nobody', ''];

/** Values by what stands between the brackets of an option: `--rows <list>`. @type {Record<string, readonly string[]>} */
const VALUES = {
  n: ['0', '1', '2', '5', '100', '1000000', ...NUMBERS],
  number: ['0', '1', '7', '0.1', ...NUMBERS],
  seconds: ['0.01', '1', '2', '1e-9', ...NUMBERS],
  megabytes: ['1', '10', '512', ...NUMBERS],
  points: ['0', '50', '1e5', ...NUMBERS],
  share: ['0', '0.5', '0.95', '1', ...NUMBERS],
  k: ['1', '3', ...NUMBERS],
  list: ['0', '0,2', '0-5', '3-1', '1e3', '5000', '0-9007199254740991', ...TEXTS],
  sql: [
    'age > 30',
    "home = 'own'",
    'age',
    '1',
    'NULL',
    'age > (SELECT 1)',
    'random() > 2',
    'x = 1',
    'age / 0 > 1',
    ...TEXTS,
  ],
  case: [CASE, 'age=40', '-', '{}', ...TEXTS],
  class: ['grant', 'refuse', 'Grant', ...TEXTS],
  classes: ['grant', 'refuse', ...TEXTS],
  column: NAMES,
  columns: NAMES,
  features: NAMES,
  what: ['age: fixed', 'income: up', 'home: own | rent', 'age: 20..50', '{"age":"fixed"}', ...TEXTS],
  json: ['{}', '{"cutoff":50}', '{"special":"missing"}', '[]', ...TEXTS],
  'column=bins': ['age=4', 'income=20,40', 'age=0', ...TEXTS],
  bounds: ['data', 'wide', '1%:99%', 'unbounded', '100%:0%', ...TEXTS],
  address: ['127.0.0.1', '::1', 'localhost', ...TEXTS],
};
const ANYTHING = [...NUMBERS, ...TEXTS, ...NAMES];

/** Options that name a file to write. */
const WRITES = /output|-out$|plot|summary/;
/** Kinds of files that are read. @type {readonly Kind[]} */
const READS = ['models', 'tables', 'certificates', 'explanations', 'phrases', 'names', 'bounds', 'within'];

/** @type {import('../areas.mjs').Area} */
export const options = {
  where: 'cell',
  share: 4,
  about: 'random options and values of every command',
  async round(random, /** @type {import('../areas.mjs').CellWorld} */ { commands, seeds, put, program }) {
    const command = random.pick(commands());
    /** @type {string[]} */
    const named = [];
    const read = (/** @type {Kind} */ kind, ending = /./) => {
      const file = random.pick(seeds(kind).filter(({ name }) => ending.test(name)));
      put(file.name, file.bytes);
      named.push(file.name);
      return file.name;
    };
    const write = () => {
      // Also over what is read, which must be refused.
      if (named.length > 0 && random.chance(0.15)) return random.pick(named);
      return `out${random.below(3)}.${random.pick(['json', 'ndjson', 'csv', 'parquet', 'csv.gz', 'ndjson.zst', 'svg', 'html', 'xlc', 'txt', ''])}`;
    };
    /** @param {import('commander').Option} option @returns {string[]} */
    const valuesFor = (option) => {
      if (option.argChoices !== undefined && random.chance(0.9)) return [random.pick(option.argChoices)];
      const word = /[<[]([^>\].]*)/.exec(option.flags)?.[1] ?? '';
      if (WRITES.test(option.long ?? '')) return [write()];
      if (/file|model/.test(word))
        return [random.chance(0.8) ? read(likely(option.long ?? '', random)) : random.pick(ANYTHING)];
      const value = random.pick(word in VALUES && random.chance(0.9) ? VALUES[word] : ANYTHING);
      return [value];
    };
    const words = command.registeredArguments.flatMap((argument) => {
      const name = argument.name();
      if (argument.argChoices !== undefined && random.chance(0.9)) return [random.pick(argument.argChoices)];
      if (!argument.required && random.chance(0.2)) return [];
      if (name === 'out') return [write()];
      const kind = /model|^in$/.test(name) ? 'models' : name === 'data' ? 'tables' : likely(name, random);
      // Most often what goes together, so that most runs get far.
      return [random.chance(0.85) && kind === 'models' ? read(kind, /^examples-loans\.json$/) : read(kind)];
    });
    const flags = random.some(command.options, random.size(9)).flatMap((option) => {
      const takes = option.required || option.optional;
      return [
        random.pick([option.short, option.long].filter((flag) => flag !== undefined)),
        ...(takes ? valuesFor(option) : []),
      ];
    });
    const asked = (/** @type {string} */ file) => /^out\d?\b/.test(file);
    const serving = command.name() === 'serve';
    await program([command.name(), ...words, ...flags], {
      input: random.pick(['', '', '{"age":40}', 'age,income\n1,2\n']),
      asked,
      // A server runs until it is told to stop.
      ...(serving ? { seen: () => setImmediate(() => process.emit('SIGINT', 'SIGINT')) } : {}),
    });
  },
};

/** The kind of file that a name asks for. @param {string} name @param {Random} random @returns {Kind} */
function likely(name, random) {
  const found = READS.find((kind) => name.includes(kind.slice(0, -1)));
  return found !== undefined && random.chance(0.9) ? found : random.pick(READS);
}
