// `xpxlc count`: how many explanations each row has, how large they are, and which features are in how many.
import type { CountOptions } from '../ask/count.ts';
import { COMMAND_LINE } from '../ask/option.ts';
import { countQuestion } from '../ask/resolve.ts';
import { answerTable } from './answer-table.ts';
import { loadClassifier } from './inputs.ts';
import { caseOf } from './instance.ts';
import type { Io } from './io.ts';
import { formatOf } from './output.ts';

/** Run the command; the exit status. */
export async function count(
  model: string,
  data: readonly string[],
  options: CountOptions,
  io: Io,
): Promise<number> {
  const { classifier } = await loadClassifier(model, options, io, data);
  const question = countQuestion(options, { classifier, door: COMMAND_LINE });
  const { status } = await answerTable(
    {
      classifier,
      job: { command: 'count', question, format: formatOf(options) },
      data,
      ...(await caseOf(options, data, classifier, io)),
      options,
      done: 'counted',
    },
    io,
  );
  return status;
}
