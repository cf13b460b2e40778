// `xpxlc check`: are these explanations, from whatever tool, sufficient and minimal? If not, why not, and what would be?

import type { Classifier } from '@xpxlc/core';
import { checkLayout } from '../answer/check-layout.ts';
import { type Asked, checkRecord } from '../answer/check-record.ts';
import { type Claim, readClaims } from '../answer/given-explanations.ts';
import type { CheckRecord } from '../answer/record-fields.ts';
import type { CheckOptions } from '../ask/check.ts';
import { COMMAND_LINE } from '../ask/option.ts';
import { checkQuestion, movable } from '../ask/resolve.ts';
import { claimedRows } from '../batch/claimed-rows.ts';
import { EXIT } from './exit.ts';
import { oneOnStdin, readExplanations } from './given-file.ts';
import { loadClassifier } from './inputs.ts';
import { boundedCase, oneOrMany, readInstance } from './instance.ts';
import { interruptible } from './interruptible.ts';
import type { Io } from './io.ts';
import { openOutput } from './output.ts';

/** Run the command; the exit status. */
export async function check(
  model: string,
  data: readonly string[],
  options: CheckOptions,
  io: Io,
): Promise<number> {
  if (options.grade) return (await import('./grade.ts')).grade(model, data, options, io);
  const { instance, explanations } = options;
  oneOrMany(instance, data);
  oneOnStdin(
    explanations,
    instance === undefined ? data.length === 0 || data.includes('-') : instance === '-',
  );
  const { classifier, model: loaded } = await loadClassifier(model, options, io, data);
  const asked = checkQuestion(options, { classifier, door: COMMAND_LINE });
  const { text, name } = await readExplanations(explanations, io);
  const claims = readClaims(text, name, loaded);
  await io.claim();
  const records =
    instance === undefined
      ? ofTable(classifier, claims, data, asked, options)
      : ofInstance(classifier, claims, asked, options, io);
  const output = await openOutput(options, checkLayout(options), io);
  const counts = { minimal: 0, redundant: 0, wrong: 0, failed: 0 };
  try {
    for await (const record of records) {
      counts[record.error ? 'failed' : record.minimal ? 'minimal' : record.holds ? 'redundant' : 'wrong'] +=
        1;
      await output.put(record);
    }
    await output.end();
  } catch (error) {
    await output.abort();
    throw error;
  }
  const { minimal, redundant, wrong, failed } = counts;
  io.stderr.write(
    `xpxlc: explanations: ${minimal} minimal, ${redundant} with redundant features, ${wrong} wrong${failed > 0 ? `, ${failed} could not be checked` : ''}\n`,
  );
  if (failed > 0) return EXIT.badInput;
  return redundant + wrong > 0 ? EXIT.no : EXIT.done;
}

/** All claims speak of the one case. */
async function* ofInstance(
  classifier: Classifier,
  claims: readonly Claim[],
  asked: Asked,
  options: CheckOptions,
  io: Io,
): AsyncGenerator<CheckRecord, void, void> {
  const instance = await readInstance(options.instance as string, classifier.features, options, io);
  const { problem, extended } = boundedCase(classifier, instance, options, movable(options, { classifier }));
  const wider = { extended };
  for (const claim of claims) yield checked({ row: claim.row ?? 0, ...wider }, claim, () => problem, asked);
}

/** Claims in the order of the table's rows; last those about rows that are not there. */
async function* ofTable(
  classifier: Classifier,
  claims: readonly Claim[],
  data: readonly string[],
  asked: Asked,
  options: CheckOptions,
): AsyncGenerator<CheckRecord, void, void> {
  const rowOf = (claim: Claim): number => claim.row ?? options.rows?.[0].from ?? 0;
  for await (const { at, claims: list, problem, trouble } of claimedRows(
    classifier,
    claims,
    rowOf,
    data,
    options,
    movable(options, { classifier }),
  ))
    for (const claim of list)
      yield problem === undefined
        ? { ...unchecked(at, claim, options), error: trouble(claim) }
        : await checked(at, claim, problem, asked);
}

/** Whether a class among several can be reached may take long to find out; all else does not. */
async function checked(...question: Parameters<typeof checkRecord>): Promise<CheckRecord> {
  const [, , , { target }] = question;
  return target === undefined ? checkRecord(...question) : interruptible(() => checkRecord(...question));
}

function unchecked(
  at: { row: number; id?: string | null },
  claim: Claim,
  { kind }: CheckOptions,
): CheckRecord {
  return { ...at, kind: claim.kind ?? kind, features: claim.features, size: claim.features.length };
}
