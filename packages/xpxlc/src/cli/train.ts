// `xpxlc train`: a naive Bayes model from a table, with how it was made and how good it is on rows it has not seen.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { qualityText, toQuality } from '../answer/quality.ts';
import { namesOf } from '../ask/names.ts';
import type { TrainOptions } from '../ask/train.ts';
import type { Origin } from '../schema/model-file.ts';
import { openData } from '../table/data.ts';
import type { Table } from '../table/table.ts';
import { saveText } from '../table/text-file.ts';
import { escapeControls } from '../terminal/legible.ts';
import type { TrainOptions as TrainChoices, Trained } from '../train/train.ts';
import { EXIT, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { modelFormatOf, writeModel } from './model-output.ts';
import type { Called } from './run-command.ts';

/** Run the command; the exit status. */
export async function train(
  data: readonly string[],
  options: TrainOptions,
  io: Io,
  { version }: Called,
): Promise<number> {
  const { output } = options;
  modelFormatOf(output, options); // before the work
  const choices = toChoices(options);
  await io.claim();
  const table = await openData(data, options);
  let trained: Trained;
  try {
    const { train: learn } = await import('../train/train.ts');
    trained = await learn(table, { ...choices, ...ignored(table, options) });
  } finally {
    table.close();
  }
  for (const remark of trained.remarks) io.stderr.write(`xpxlc: note: ${escapeControls(remark)}\n`);
  const origin = { tool: 'xpxlc train', version, ...(await sourceOf(data)) };
  const summary = toSummary(trained, choices);
  const { title } = options;
  await writeModel(
    trained.model,
    output,
    {
      ...options,
      extras: { title, origin, notes: summary },
    },
    io,
  );
  (output === undefined ? io.stderr : io.stdout).write(reportOf(trained));
  if (options.summary !== undefined) await saveText(options.summary, `${JSON.stringify(summary, null, 2)}\n`);
  return EXIT.done;
}

function toChoices(options: TrainOptions): TrainChoices {
  const {
    actual: target,
    gaussian = false,
    smoothing,
    missing,
    completeRows,
    bounds,
    trainShare,
    seed,
  } = options;
  const given = Object.fromEntries(
    Object.entries({
      target,
      kind: gaussian ? 'gaussian' : 'categorical',
      [gaussian ? 'varSmoothing' : 'alpha']: smoothing,
      ...(missing === undefined ? {} : { missing: 'category', missingLabel: missing }),
      ...(completeRows ? { missing: 'drop' } : {}),
      bounds,
      trainShare,
      seed,
    }).filter(([, value]) => value !== undefined),
  );
  const bins = (options.bins ?? []).map(parseBins);
  const twice = bins.map(([name]) => name).find((name, x, all) => all.indexOf(name) !== x);
  if (twice !== undefined)
    throw new UsageError('a column twice', {
      place: '--bins',
      expected: 'each column once',
      got: `'${twice}'`,
    });
  return { ...given, ...(bins.length === 0 ? {} : { bins: Object.fromEntries(bins) }) };
}

/** `age=4` is a number of bins, `income=20,40,80` are cuts, and so is `income=20,`; a name may contain `=`. */
export function parseBins(text: string): [string, number | number[]] {
  const at = text.lastIndexOf('=');
  const name = text.slice(0, at);
  const cells = text
    .slice(at + 1)
    .replace(/,\s*$/, '')
    .split(',');
  const numbers = cells.map((cell) => (cell.trim() === '' ? Number.NaN : Number(cell)));
  const count = !text.endsWith(',') && numbers.length === 1;
  const fits = count
    ? Number.isInteger(numbers[0]) && numbers[0] >= 1 && numbers[0] <= 1000
    : numbers.every((cut, j) => Number.isFinite(cut) && (j === 0 || cut > numbers[j - 1]));
  if (at < 1 || !fits)
    throw new UsageError('no bins', {
      place: '--bins',
      expected:
        'COLUMN=NUMBER (1 to 1000 bins) or COLUMN=CUT,CUT,… in increasing order (one cut: COLUMN=CUT,)',
      got: `'${text}'`,
    });
  return [name, count ? numbers[0] : numbers];
}

function ignored({ columns }: Table, { ignore = [] }: TrainOptions): { ignore?: string[] } {
  const names = columns.map(({ name }) => name);
  const named = { place: '--ignore', what: 'column' } as const;
  return ignore.length === 0 ? {} : { ignore: ignore.flatMap((text) => namesOf(text, names, named)) };
}

/** The name of the table, and its fingerprint where it is one file. */
async function sourceOf(data: readonly string[]): Promise<Origin> {
  const files = data.filter((name) => name !== '-');
  if (files.length === 0) return {};
  const source = files.map((name) => basename(name)).join(', ');
  if (files.length > 1 || data.length > 1) return { source };
  try {
    if (!(await stat(files[0])).isFile()) return { source };
  } catch {
    return { source }; // a glob
  }
  const { createHash } = await import('node:crypto'); // a part of Node that other commands need not wait for
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(files[0])) hash.update(chunk);
  return { source, sha256: hash.digest('hex') };
}

/** How the model was made and how good it is, for its notes. */
function toSummary(
  { model, target, trainRows, droppedRows, heldOut }: Trained,
  choices: TrainChoices,
): { readonly [key: string]: unknown } {
  const { missing = 'refuse', missingLabel = '(missing)', seed = 0, trainShare = 0.8 } = choices;
  return {
    target,
    trainRows,
    ...(droppedRows > 0 ? { droppedRows } : {}),
    ...(heldOut === undefined ? {} : { trainShare, seed }),
    ...(missing === 'category' ? { missingLabel } : {}),
    ...(model.kind === 'gaussian-naive-bayes' ? {} : { alpha: choices.alpha ?? 1 }),
    heldOut: heldOut && toQuality(model.classes, heldOut),
  };
}

function reportOf({ model, target, trainRows, droppedRows, heldOut }: Trained): string {
  const dropped = droppedRows === 0 ? '' : ` (${droppedRows} with missing cells left out)`;
  const names = escapeControls(`'${target}' (${model.classes.join(', ')})`);
  const head = `${names} learnt from ${trainRows} rows${dropped} with ${model.features.length} features\n`;
  return heldOut === undefined
    ? head
    : `${head}on rows held out: ${qualityText(toQuality(model.classes, heldOut))}`;
}
