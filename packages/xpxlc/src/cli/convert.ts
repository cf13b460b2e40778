// `xpxlc convert`: a model from one format to another, or a clear word why it cannot be.
import { EXIT } from './exit.ts';
import { openModel } from './inputs.ts';
import type { Io } from './io.ts';
import { type ModelOutputOptions, writeModel } from './model-output.ts';
import type { ModelOptions } from './options.ts';

/** What the command line says. */
export interface ConvertOptions extends ModelOptions, ModelOutputOptions {
  readonly title?: string;
}

/** Run the command; the exit status. */
export async function convert(
  input: string,
  output: string | undefined,
  { title: newTitle, ...options }: ConvertOptions,
  io: Io,
): Promise<number> {
  const { model, format: _, ...about } = await openModel(input, options);
  const { bounds, xmap } = options;
  const inputs = [input, xmap, bounds].filter((name) => name !== undefined && name !== 'unbounded');
  const extras = newTitle === undefined ? about : { ...about, title: newTitle };
  const path = output === '-' ? undefined : output;
  await writeModel(model, path, { ...options, extras, inputs: inputs as string[] }, io);
  return EXIT.done;
}
