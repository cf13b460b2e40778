// `xpxlc verify`: certificates once more, by the core's independent checker alone.

import { additiveForm } from '@xpxlc/core';
import { toErrorRecord } from '../answer/explain-record.ts';
import { verifyLayout } from '../answer/verify-layout.ts';
import { verifyRecords } from '../answer/verify-record.ts';
import type { VerifyOptions } from '../ask/verify.ts';
import { EXIT } from './exit.ts';
import { loadClassifier } from './inputs.ts';
import type { Io } from './io.ts';
import { documents } from './json-documents.ts';
import { openOutput } from './output.ts';

/** Run the command; the exit status. */
export async function verify(files: readonly string[], options: VerifyOptions, io: Io): Promise<number> {
  const form =
    options.model === undefined
      ? undefined
      : additiveForm((await loadClassifier(options.model, options, io)).classifier);
  await io.claim();
  const output = await openOutput(options, verifyLayout, io);
  let [valid, invalid, failed] = [0, 0, 0];
  try {
    for (const file of files.length === 0 ? ['-'] : files) {
      for await (const { place, value, error } of documents(file, io)) {
        const records =
          error === undefined
            ? [...verifyRecords(value, place, form)]
            : [{ ...place, error: toErrorRecord(error) }];
        for (const record of records) {
          if (record.error !== undefined) failed += 1;
          else if (record.valid) valid += 1;
          else invalid += 1;
          await output.put(record);
        }
      }
    }
    await output.end();
  } catch (error) {
    await output.abort();
    throw error;
  }
  const parts = [`${valid} valid`, `${invalid} not valid`, ...(failed > 0 ? [`${failed} not readable`] : [])];
  io.stderr.write(
    `xpxlc: certificates: ${parts.join(', ')}${form === undefined ? ' (margins and drops taken as they are; --model recomputes them)' : ''}\n`,
  );
  if (failed > 0 || valid + invalid === 0) return EXIT.badInput;
  return invalid > 0 ? EXIT.no : EXIT.done;
}
