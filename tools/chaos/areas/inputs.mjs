// Damaged files of every kind, given to the commands that read them.
import { damaged } from '../damaged.mjs';

/** @typedef {import('../areas.mjs').CellWorld} CellWorld */
/** @typedef {import('../seeds.mjs').Kind} Kind */

/** Which commands read a kind of file; FILE is the damaged one, MODEL and TABLE are whole. @type {Record<Exclude<Kind, 'legacy'>, readonly string[][]>} */
const COMMANDS = {
  models: [
    ['inspect', 'FILE', '--limit', 'all'],
    ['inspect', 'FILE', '--bounds', 'unbounded', '--format', 'json'],
    ['explain', 'FILE', 'TABLE', '--kind', 'both', '--limit', '3', '--max-time', '2', '--bounds', 'wide'],
    ['explain', 'FILE', 'TABLE', '--rows', '0-2', '--inflate', '--max-time', '2'],
    ['predict', 'FILE', 'TABLE', '--format', 'csv'],
    ['convert', 'FILE', '--format', 'xlc', '--allow-loss', 'rounding,missing'],
    ['convert', 'FILE', 'out.json'],
    ['compare', 'FILE', 'MODEL', 'TABLE', '--per', 'table'],
    ['verify', 'certificate', '--model', 'FILE'],
  ],
  tables: [
    ['explain', 'MODEL', 'FILE', '--kind', 'both', '--jobs', '1', '-o', 'out.csv'],
    ['predict', 'MODEL', 'FILE', '--actual', 'decision'],
    ['count', 'MODEL', 'FILE', '--beyond-bounds', 'extend', '--format', 'ndjson'],
    ['features', 'MODEL', 'FILE', '--group', 'home'],
    ['train', 'FILE', '--actual', 'decision', '-o', 'out.json'],
    ['train', 'FILE', '--actual', 'home', '--gaussian', '--missing', '(missing)'],
    ['predict', 'MODEL', 'FILE', '--where', 'age > 30', '-o', 'out.parquet'],
    ['report', 'MODEL', 'FILE', '--per', 'table', '-o', 'out.html'],
  ],
  certificates: [
    ['verify', 'FILE'],
    ['verify', 'FILE', '--model', 'MODEL', '--format', 'ndjson'],
  ],
  explanations: [
    ['check', 'MODEL', 'TABLE', '--explanations', 'FILE', '--repair'],
    ['check', '--grade', 'MODEL', 'TABLE', '--explanations', 'FILE', '--format', 'ndjson'],
    ['check', '--grade', 'MODEL', 'TABLE', '--explanations', 'FILE', '--summary', 'out.json'],
  ],
  phrases: [['report', 'MODEL', 'TABLE', '--rows', '0-2', '--phrases', 'FILE', '-o', 'out.html']],
  names: [['inspect', 'mail.cnbc', '--xmap', 'FILE']],
  bounds: [
    ['inspect', 'people.onnx', '--bounds', 'FILE'],
    ['inspect', 'mail.cnbc', '--bounds', 'FILE'],
  ],
  within: [
    ['explain', 'MODEL', 'TABLE', '--rows', '0-4', '--within', '@FILE'],
    ['count', 'MODEL', 'TABLE', '--rows', '0-4', '--within', '@FILE'],
  ],
  'reader-options': [
    ['inspect', 'card.csv', '--model-options', '@FILE'],
    ['inspect', 'logit.csv', '--model-options', '@FILE'],
    ['inspect', 'people.onnx', '--model-options', '@FILE'],
    ['inspect', 'loans.ebm', '--model-options', '@FILE'],
  ],
};

/** Whole files that commands may need beside the damaged one: kind and the end of its name. @type {Record<string, [Kind, RegExp]>} */
const BESIDE = {
  MODEL: ['models', /^examples-loans\.json$/],
  TABLE: ['tables', /^loans\.csv$/],
  certificate: ['certificates', /^proofs/],
  'mail.cnbc': ['models', /\.cnbc$/],
  'people.onnx': ['models', /columns-onehot\.onnx$/],
  'card.csv': ['models', /optbinning-special\.csv$/],
  'logit.csv': ['models', /logit\.csv$/],
  'loans.ebm': ['models', /^ebm-loans\.json$/],
};

/** @type {import('../areas.mjs').Area} */
export const inputs = {
  where: 'cell',
  share: 4,
  about: 'damaged models, tables, proofs, explanations, phrases, bounds and options, given to commands',
  async round(random, /** @type {CellWorld} */ { seeds, put, program }) {
    // Tables and models are what most files are.
    const kind = random.chance(0.6)
      ? random.pick(/** @type {const} */ (['models', 'tables']))
      : random.pick(/** @type {(keyof typeof COMMANDS)[]} */ (Object.keys(COMMANDS)));
    const file = damaged(random.pick(seeds(kind)), random);
    put(file.name, file.bytes);
    const args = random.pick(COMMANDS[kind]).map((part) => {
      if (part === 'FILE' || part === '@FILE') return part.replace('FILE', file.name);
      if (!(part in BESIDE)) return part;
      const [of, ending] = BESIDE[part];
      const found = seeds(of).find(({ name }) => ending.test(name));
      if (found === undefined) throw new Error(`no seed for ${part}`);
      put(`whole-${found.name}`, found.bytes);
      return `whole-${found.name}`;
    });
    await program(args, { asked: (name) => name.startsWith('out.') });
  },
};
