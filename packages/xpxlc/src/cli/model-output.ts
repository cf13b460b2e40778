// Where a model goes: a model file, or one of the paper's formats with the names (XMAP) and bounds in files beside it. All
// texts are made before the first is written, so what cannot be represented leaves nothing behind.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { FormatError, type Model } from '@xpxlc/core';
import type { MODEL_OUTPUT } from '../ask/groups.ts';
import { classOf } from '../ask/names.ts';
import type { Said } from '../ask/option.ts';
import { writeBlc, writeBounds, writeCnbc, writeXlc, writeXmap } from '../import/paper/index.ts';
import { standInsOf } from '../import/paper/stand-ins.ts';
import { type ModelFileExtras, writeModelFile } from '../schema/write-model-file.ts';
import { realTarget } from '../table/complete-file.ts';
import { openText } from '../table/text-file.ts';
import { UsageError } from './exit.ts';
import { inputFiles } from './input-files.ts';
import type { Io } from './io.ts';

/** How a model is to be written, and the files that were read (places.ts): they are never changed. */
export type ModelOutputOptions = Said<typeof MODEL_OUTPUT> & { readonly inputs?: readonly string[] };

type WrittenFormat = NonNullable<ModelOutputOptions['format']>;

/** A text and its place; without a path it goes to stdout. */
interface Part {
  readonly what: string;
  readonly path?: string;
  readonly text: string;
}

const ENDINGS: readonly (readonly [RegExp, WrittenFormat])[] = [
  [/\.json(\.gz)?$/i, 'xpxlc-model'],
  [/\.xlc(\.gz)?$/i, 'xlc'],
  [/\.cnbc(\.gz)?$/i, 'cnbc'],
  [/\.blc(\.gz)?$/i, 'blc'],
];

/** The format asked for, or told by the name of the file; a model file on stdout. */
export function modelFormatOf(path: string | undefined, { format }: ModelOutputOptions): WrittenFormat {
  if (format !== undefined) return format;
  if (path === undefined) return 'xpxlc-model';
  const found = ENDINGS.find(([ending]) => ending.test(path));
  if (found === undefined) {
    throw new UsageError('unknown format', {
      place: path,
      expected: '.json, .xlc, .cnbc or .blc, or --format FORMAT',
      got: `'${basename(path)}'`,
    });
  }
  return found[1];
}

/**
 * Write a model to `path` (stdout without one).
 *
 * @throws {FormatError} what the format cannot hold; {@link UsageError} for an input in the way.
 */
export async function writeModel(
  model: Model,
  path: string | undefined,
  { extras, inputs = [], ...options }: ModelOutputOptions & { readonly extras: ModelFileExtras },
  io: Io,
): Promise<void> {
  const format = modelFormatOf(path, options);
  if (format === 'xpxlc-model' && (options.firstClass ?? options.allowLoss) !== undefined)
    throw new UsageError('a model file holds names, bounds, ties and missing cells itself', {
      place: '--first-class, --allow-loss',
      expected: 'an XLC, CNBC or BLC file to write',
    });
  const parts =
    format === 'xpxlc-model'
      ? [{ what: 'model', ...at(path), text: writeModelFile(model, extras) }]
      : paperParts(model, path, format, options, extras, io);
  const fresh = await changedParts(parts, inputs);
  for (const part of fresh) {
    const sink = await openText(part.path ?? io.stdout);
    await sink.write(part.text);
    await sink.close();
    if (part.what !== 'model') io.stderr.write(`xpxlc: ${NAMES[part.what]} written to ${part.path}\n`);
  }
}

/** The parts that are to be written; inputs with the same text can stay as they are. */
async function changedParts(parts: readonly Part[], inputs: readonly string[]): Promise<Part[]> {
  const files = await inputFiles(inputs);
  const taken = new Set<string>();
  const changed: Part[] = [];
  for (const part of parts) {
    const { path, text } = part;
    const expected = 'another name';
    if (path !== undefined) {
      const real = await realTarget(path);
      if (real.file && taken.has(real.path))
        throw new UsageError('two outputs in one file', { place: path, expected });
      taken.add(real.path);
    }
    if (path === undefined || !(await files.has(path))) changed.push(part);
    else if (text !== (await readFile(path, 'utf8')))
      throw new UsageError('a file that is read would be overwritten', { place: path, expected });
  }
  return changed;
}

const NAMES: Readonly<Record<string, string>> = { xmap: 'names', bounds: 'bounds of numbers' };

function paperParts(
  model: Model,
  path: string | undefined,
  format: Exclude<WrittenFormat, 'xpxlc-model'>,
  options: ModelOutputOptions,
  extras: ModelFileExtras,
  io: Io,
): Part[] {
  const first = firstClassOf(model, options.firstClass);
  const firstClass = { firstClass: first };
  const { allowLoss = [] } = options;
  const rounding = { rounding: allowLoss.includes('rounding') ? ('allow' as const) : ('refuse' as const) };
  const missing = { missing: allowLoss.includes('missing') ? ('drop' as const) : ('refuse' as const) };
  const text =
    format === 'cnbc'
      ? toCnbc(model, { ...firstClass, ...missing })
      : (format === 'xlc' ? writeXlc : writeBlc)(model, { ...firstClass, ...rounding, ...missing });
  noteLosses(model, extras, io);
  const xmapPath = beside(path, '.xmap');
  const boundsPath = beside(path, '.bounds.csv');
  const parts: Part[] = [{ what: 'model', ...at(path), text }];
  if (xmapPath === undefined)
    io.stderr.write('xpxlc: note: names go to a file beside the model: without one they are lost\n');
  else parts.push({ what: 'xmap', path: xmapPath, text: writeXmap(model, firstClass) });
  if (model.features.some(({ kind }) => kind !== 'categorical')) {
    if (boundsPath === undefined)
      io.stderr.write(
        'xpxlc: note: bounds of numbers go to a file beside the model: without one they are lost\n',
      );
    else parts.push({ what: 'bounds', path: boundsPath, text: writeBounds(model) });
  }
  if (first !== undefined && first !== model.classes[0] && options.firstClass === undefined)
    io.stderr.write(
      `xpxlc: note: class 0 is '${first}', since these formats give ties to class 1 and the model to '${model.tieOrder[0]}'\n`,
    );
  return parts;
}

/** What the paper's formats and the files beside them can say of a feature; its values for missing cells were asked about. */
const SAID: ReadonlySet<string> = new Set(['kind', 'name', 'values', 'lower', 'upper', 'missing', 'other']);

/** Says what is lost although no decision depends on it. */
function noteLosses(model: Model, extras: ModelFileExtras, io: Io): void {
  const about = ['title', 'description', 'origin', 'notes'].filter((key) => key in extras);
  const words = model.features.flatMap((feature) =>
    Object.entries(feature)
      .filter(([key, value]) => value !== undefined && !SAID.has(key))
      .map(([key]) => `${key} of feature '${feature.name}'`),
  );
  const lost = [...about, ...words];
  if (lost.length > 0)
    io.stderr.write(
      `xpxlc: note: the format has no place for ${listed(lost)}: ${lost.length > 1 ? 'they are' : 'it is'} lost\n`,
    );
  const dropped = standInsOf(model).map(({ name }) => `'${name}'`);
  if (dropped.length > 0)
    io.stderr.write(
      `xpxlc: note: missing and unknown cells will be refused: feature${dropped.length > 1 ? 's' : ''} ${dropped.join(', ')}\n`,
    );
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The formats give ties of two classes to class 1: unless said otherwise, class 0 is the one that loses them. */
function firstClassOf(model: Model, wish: string | undefined): string | undefined {
  if (wish !== undefined) return classOf(wish, model.classes, '--first-class');
  return model.classes.length === 2 ? model.tieOrder[1] : undefined;
}

function toCnbc(model: Model, options: Parameters<typeof writeCnbc>[1]): string {
  const cannot = (place: string, got: string): FormatError =>
    new FormatError('the format cannot hold this model', {
      code: 'not-representable',
      place,
      expected: 'categorical naive Bayes without numbers',
      got,
    });
  if (model.kind !== 'categorical-naive-bayes') throw cannot('kind', model.kind);
  const number = model.features.find(({ kind }) => kind !== 'categorical');
  if (number !== undefined) throw cannot(`feature '${number.name}'`, 'a number in bins');
  return writeCnbc(model, options);
}

/** `model.xlc` → `model.xmap`. */
function beside(path: string | undefined, ending: string): string | undefined {
  return path?.replace(/(\.(xlc|cnbc|blc)(\.gz)?)?$/i, ending);
}

function at(path: string | undefined): { path?: string } {
  return { path };
}
