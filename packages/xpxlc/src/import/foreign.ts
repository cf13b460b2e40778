// The formats of other tools: told by their content, each reader loaded when there is something for it.
import { FormatError, type Model, show } from '@xpxlc/core';
import type { Origin } from '../schema/model-file.ts';
import type { Content } from './content.ts';
import type { EbmOptions } from './ebm/ebm.ts';
import type { OnnxOptions } from './onnx/index.ts';
import type { Bounds } from './paper/bounds.ts';
import type { PmmlOptions } from './pmml/index.ts';
import type { CoefficientOptions, ScorecardTableOptions } from './spreadsheet/index.ts';

export type ForeignFormat = 'pmml' | 'onnx' | 'ebm' | 'scorecard' | 'coefficients';

/** What the readers take beside the file; each key for the formats that know it. */
export type ForeignDetails =
  | Omit<PmmlOptions, 'bounds'>
  | Omit<OnnxOptions, 'bounds'>
  | Omit<EbmOptions, 'bounds'>
  | Omit<ScorecardTableOptions, 'bounds'>
  | Omit<CoefficientOptions, 'bounds'>;

/** For messages. */
export const FOREIGN_FORMATS: Readonly<Record<ForeignFormat, string>> = {
  pmml: 'PMML',
  onnx: 'ONNX',
  ebm: 'EBM (JSON of InterpretML)',
  scorecard: 'scorecard (CSV)',
  coefficients: 'coefficients (CSV)',
};

interface Read {
  readonly model: Model;
  readonly title?: string;
  readonly description?: string;
  readonly notes?: { readonly [key: string]: unknown };
  readonly origin?: Origin;
}

type Limits = readonly Bounds[] | 'unbounded' | undefined;

/** How a format is known and read, and what may be said beside the file. What a look can rule out does not load its reader. */
interface Foreign {
  readonly keys: readonly string[];
  is(content: Content): Promise<boolean>;
  read(content: Content, details: ForeignDetails, bounds: Limits): Promise<Read>;
}

const READERS: Readonly<Record<ForeignFormat, Foreign>> = {
  onnx: {
    keys: ['featureNames', 'unknown', 'output'],
    is: async ({ unpacked }) => unpacked[0] === 0x08 && (await import('./onnx/index.ts')).isOnnx(unpacked),
    read: async ({ unpacked }, details, bounds) =>
      (await import('./onnx/index.ts')).readOnnx(unpacked, {
        ...(details as OnnxOptions),
        ...within(bounds),
      }),
  },
  pmml: {
    keys: ['cutoff', 'classes', 'missing'],
    is: async ({ text }) => /^\ufeff?\s*</.test(text) && (await import('./pmml/index.ts')).isPmml(text),
    read: async ({ text }, details, bounds) => {
      const { readPmml } = await import('./pmml/index.ts');
      const limits = bounds === 'unbounded' ? {} : within(bounds);
      const { file: _, ...read } = readPmml(text, { ...(details as PmmlOptions), ...limits });
      return read;
    },
  },
  ebm: {
    keys: ['missing', 'threshold'],
    is: async ({ text }) =>
      /^\ufeff?\s*\{[\s\S]{0,200}"ebm"/.test(text) && (await import('./ebm/ebm.ts')).isEbm(text),
    read: async ({ text }, details, bounds) =>
      (await import('./ebm/ebm.ts')).readEbm(text, { ...(details as EbmOptions), ...within(bounds) }),
  },
  scorecard: {
    keys: ['cutoff', 'base', 'classes', 'ties', 'columns', 'style', 'missing', 'special', 'categories'],
    is: async ({ text }) => isTable(text) && (await import('./spreadsheet/index.ts')).isScorecard(text),
    read: async ({ text }, details, bounds) =>
      (await import('./spreadsheet/index.ts')).readScorecard(text, {
        ...(details as object),
        ...within(bounds),
      }),
  },
  coefficients: {
    keys: [
      'classes',
      'referenceClass',
      'intercept',
      'threshold',
      'link',
      'dummies',
      'reference',
      'names',
      'columns',
    ],
    is: async ({ text }) => isTable(text) && (await import('./spreadsheet/index.ts')).isCoefficients(text),
    read: async ({ text }, details, bounds) =>
      (await import('./spreadsheet/index.ts')).readCoefficients(text, {
        ...(details as object),
        ...within(bounds),
      }),
  },
};

function within<B extends Limits>(bounds: B): { bounds?: NonNullable<B> } {
  return { bounds };
}

/** A header with letters and more than one cell: none of the paper's formats begins so. */
function isTable(text: string): boolean {
  const [header] = text
    .slice(0, 10_000)
    .trimStart()
    .split(/[\r\n]/, 1);
  const first = header.search(/[A-Za-z"{[<]/);
  return first >= 0 && /[A-Za-z"]/.test(header[first]) && /[,;\t]/.test(header.slice(first));
}

/** Which of these formats it is, if any; or the one that was named. */
export async function findForeign(
  content: Content,
  named: string | undefined,
): Promise<ForeignFormat | undefined> {
  if (named !== undefined) return named in READERS ? (named as ForeignFormat) : undefined;
  // Bytes first: they need not be text.
  for (const format of ['onnx', 'pmml', 'ebm', 'scorecard', 'coefficients'] as const)
    if (await READERS[format].is(content)) return format;
  return undefined;
}

/** Read it. */
export async function readForeign(
  format: ForeignFormat,
  content: Content,
  details: ForeignDetails,
  bounds: Limits,
): Promise<Read> {
  const { keys, read } = READERS[format];
  const unknown = Object.keys(details).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new FormatError('a detail that this format does not take', {
      code: 'bad-option',
      place: "option 'details'",
      expected: `for ${FOREIGN_FORMATS[format]}: ${keys.join(', ')}`,
      got: show(unknown),
    });
  if (Object.keys(details).length > 0) (await import('./details-schema.ts')).checkDetails(format, details);
  return read(content, details, bounds);
}
