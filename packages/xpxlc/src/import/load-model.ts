// The one door: whatever file a user has, what comes out is a model of the core. The format is told by the content.
import { FormatError, type Model, XpxlcError } from '@xpxlc/core';
import type { ModelFile, Origin } from '../schema/model-file.ts';
import { readModelFile } from '../schema/read-model-file.ts';
import { fingerprint, readContent, type Source } from './content.ts';
import {
  FOREIGN_FORMATS,
  type ForeignDetails,
  type ForeignFormat,
  findForeign,
  readForeign,
} from './foreign.ts';
import { readBlc } from './paper/blc.ts';
import { type Bounds, readBounds } from './paper/bounds.ts';
import { readCnbc } from './paper/cnbc.ts';
import { detectPaperFormat } from './paper/detect.ts';
import { readXlc } from './paper/xlc.ts';
import { readXmap } from './paper/xmap.ts';

/** Formats that hold a model. */
export type ModelFormat = 'xpxlc-model' | 'xlc' | 'cnbc' | 'blc' | ForeignFormat;

/** Options of {@link loadModel}. */
export interface LoadOptions {
  /** Do not look at the content: it is this format. */
  readonly format?: ModelFormat;
  /** XLC, CNBC, BLC: the XMAP file with the names. */
  readonly xmap?: Source;
  /** Bounds of numbers, for formats that do not say (XLC must have them): a list, a file, or `'unbounded'` for none. */
  readonly bounds?: readonly Bounds[] | 'unbounded' | { readonly file: Source };
  /** What else the reader of the format takes: the options of `readPmml`, `readOnnx`, `readEbm`, `readScorecard` or `readCoefficients`. */
  readonly details?: ForeignDetails;
  /** How many bytes a file may have, after unpacking. Default 256 MiB. */
  readonly maxBytes?: number;
  /** Whether `origin` says the SHA-256 of the file. Default true. */
  readonly fingerprint?: boolean;
}

/** A model and what its file says about it. */
export interface LoadedModel {
  readonly model: Model;
  readonly format: ModelFormat;
  /** A model file's own origin; otherwise the name, format and fingerprint of the file. */
  readonly origin: Origin;
  /** What a model file names as its JSON Schema. */
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly notes?: { readonly [key: string]: unknown };
}

const FORMATS: Readonly<Record<ModelFormat, string>> = {
  'xpxlc-model': 'model file (JSON)',
  xlc: 'XLC',
  cnbc: 'CNBC',
  blc: 'BLC',
  ...FOREIGN_FORMATS,
};

export function isModelFormat(name: unknown): name is ModelFormat {
  return typeof name === 'string' && Object.hasOwn(FORMATS, name);
}

/** Formats that are recognised, but hold something else. */
const OTHERS: Readonly<Record<string, string>> = {
  xmap: 'an XMAP file (names): give it as xmap, beside the model',
  inst: 'an instance file',
  xxpl: 'a file of explanations',
};

/**
 * Load a model from a file (a path; in a page a `File`), from bytes or from `{ text }`, plain or gzipped: the project's model file, the
 * paper's formats, PMML, ONNX, an EBM, a scorecard or coefficients in CSV. Nothing in it is
 * ever run, and nothing is downloaded.
 *
 * @throws {FormatError} with line and column, or a JSON path; `unknown-format`, `not-a-model`, `missing-bounds`, ….
 * @throws {LimitError} `too-large`.
 * @example
 * ```ts
 * import { loadModel } from 'xpxlc';
 * const cnbc = '2\n0.5\n0.5\n1\n2\n0.9 0.1\n0.2 0.8\n';
 * const xmap = '2\n0 ham\n1 spam\n1\n0\n1\n0 link\n2\n0 no\n1 yes\n';
 * const { model, format } = await loadModel({ text: cnbc }, { xmap: { text: xmap } });
 * format; // => 'cnbc'
 * model.features[0]; // => { kind: 'categorical', name: 'link', values: ['no', 'yes'] }
 * ```
 */
export async function loadModel(source: Source, options: LoadOptions = {}): Promise<LoadedModel> {
  const content = await readContent(source, options);
  const { bytes, name } = content;
  return placed(name, async () => {
    const originOf = async (found: ModelFormat): Promise<Origin> => ({
      ...(name === undefined ? {} : { source: name.replace(/^.*[\\/]/, '') }),
      format: found,
      ...(options.fingerprint === false ? {} : { sha256: await fingerprint(bytes) }),
    });
    const foreign = await findForeign(content, options.format);
    if (foreign !== undefined) {
      refuseBeside(options, ['xmap'], foreign);
      const bounds = await loadBounds(options);
      const { origin, ...read } = await readForeign(foreign, content, options.details ?? {}, bounds);
      return { ...read, format: foreign, origin: { ...origin, ...(await originOf(foreign)) } };
    }
    const { text } = content;
    const format = options.format ?? detect(text, name);
    if (options.details !== undefined)
      throw new FormatError('details that this format does not take', {
        code: 'bad-option',
        place: "option 'details'",
        expected: `one of ${Object.values(FOREIGN_FORMATS).join(', ')}`,
        got: FORMATS[format],
      });
    if (format === 'xpxlc-model') {
      refuseBeside(options, ['xmap', 'bounds'], format);
      const { model, file } = readModelFile(text);
      return { model, format, ...about(file), origin: file.origin ?? (await originOf(format)) };
    }
    const origin = await originOf(format);
    const names = options.xmap === undefined ? undefined : await loadNames(options.xmap, options);
    const withNames = names === undefined ? {} : { names };
    if (format === 'cnbc') return { model: readCnbc(text, withNames), format, origin };
    if (format === 'blc') return { model: readBlc(text, withNames), format, origin };
    const bounds = await loadBounds(options);
    const withBounds = bounds === undefined ? {} : { bounds };
    return { model: readXlc(text, { ...withNames, ...withBounds }), format, origin };
  });
}

/** Files beside the model that its format has no use for: taking no notice of them would be a loss in silence. */
function refuseBeside(options: LoadOptions, keys: readonly ('xmap' | 'bounds')[], format: ModelFormat): void {
  const key = keys.find((name) => options[name] !== undefined);
  if (key !== undefined)
    throw new FormatError(`${key === 'xmap' ? 'names' : 'bounds'} for a model that has its own`, {
      code: 'bad-option',
      place: `option '${key}'`,
      expected: key === 'xmap' ? 'XLC, CNBC or BLC' : 'a format without bounds',
      got: FORMATS[format],
    });
}

function detect(text: string, name: string | undefined): ModelFormat {
  if (/^\s*[[{]/.test(text)) return 'xpxlc-model';
  const suffix = /\.(xlc|cnbc|blc)(\.gz)?$/i.exec(name ?? '')?.[1].toLowerCase() as ModelFormat | undefined;
  const found = detectPaperFormat(text);
  // A mere list of numbers may be a BLC model, an instance, or the beginning of another file: there the name decides.
  if ((found === 'inst' || found === 'blc') && suffix !== undefined) return suffix;
  if (found === 'xlc' || found === 'cnbc' || found === 'blc') return found;
  if (found !== undefined) {
    throw new FormatError('not a model', {
      code: 'not-a-model',
      place: 'line 1, column 1',
      expected: Object.values(FORMATS).join(', '),
      got: OTHERS[found],
    });
  }
  // Broken: the reader that its name asks for says where.
  if (suffix !== undefined) return suffix;
  throw new FormatError('unknown format', {
    code: 'unknown-format',
    place: 'line 1, column 1',
    expected: Object.values(FORMATS).join(', '),
    got: `none of these (say which one to see what is wrong with it: --model-options '{"format": "xlc"}')`,
  });
}

async function loadNames(source: Source, options: LoadOptions): Promise<ReturnType<typeof readXmap>> {
  const { text, name } = await readContent(source, options);
  return placed(name, async () => readXmap(text));
}

async function loadBounds(options: LoadOptions): Promise<readonly Bounds[] | 'unbounded' | undefined> {
  const { bounds } = options;
  if (typeof bounds !== 'object' || !('file' in bounds)) return bounds;
  const { text, name } = await readContent(bounds.file, options);
  return placed(name, async () => readBounds(text));
}

function about({
  $schema,
  title,
  description,
  notes,
}: ModelFile): Pick<LoadedModel, '$schema' | 'title' | 'description' | 'notes'> {
  return {
    ...($schema === undefined ? {} : { $schema }),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(notes === undefined ? {} : { notes }),
  };
}

/** Errors of a file say which file. */
async function placed<T>(name: string | undefined, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof XpxlcError && name !== undefined && !error.message.startsWith(name))
      error.message = `${name}: ${error.message}`;
    throw error;
  }
}
