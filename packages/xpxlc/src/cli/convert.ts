// `xpxlc convert`: a model from one format to another, or a clear word why it cannot be.
import type { ConvertOptions } from '../ask/convert.ts';
import { EXIT } from './exit.ts';
import { openModel } from './inputs.ts';
import type { Io } from './io.ts';
import { modelFormatOf, writeModel } from './model-output.ts';

/** Run the command; the exit status. */
export async function convert(
  input: string,
  output: string | undefined,
  { title: newTitle, ...options }: ConvertOptions,
  io: Io,
): Promise<number> {
  const { model, format, origin, ...about } = await openModel(input, options);
  const path = output === '-' ? undefined : output;
  // An origin that only names the file that is read here is no loss where it cannot be written.
  const stated = origin.tool !== undefined || (format === 'xpxlc-model' && origin.format !== format);
  const extras = {
    ...about,
    ...(newTitle === undefined ? {} : { title: newTitle }),
    ...(stated || modelFormatOf(path, options) === 'xpxlc-model' ? { origin } : {}),
  };
  await writeModel(model, path, { ...options, extras }, io);
  return EXIT.done;
}
