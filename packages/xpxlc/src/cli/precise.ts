// `xpxlc precise`: a short rule for each row that holds often enough.
import { COMMAND_LINE } from '../ask/option.ts';
import type { PreciseOptions } from '../ask/precise.ts';
import { preciseQuestion } from '../ask/resolve.ts';
import { answerTable } from './answer-table.ts';
import { checkDistribution, distributionOf } from './distribution.ts';
import { loadClassifier } from './inputs.ts';
import { caseOf, oneOrMany } from './instance.ts';
import type { Io } from './io.ts';
import { formatOf } from './output.ts';

/** Run the command; the exit status. */
export async function precise(
  model: string,
  data: readonly string[],
  options: PreciseOptions,
  io: Io,
): Promise<number> {
  oneOrMany(options.instance, data);
  const { classifier } = await loadClassifier(model, options, io, data);
  const distribution = await distributionOf(options, data, classifier);
  checkDistribution(classifier, distribution);
  const question = preciseQuestion(options, distribution, { classifier, door: COMMAND_LINE });
  const { status } = await answerTable(
    {
      classifier,
      job: { command: 'precise', question, format: formatOf(options) },
      data,
      ...(await caseOf(options, data, classifier, io)),
      options,
      done: 'explained',
    },
    io,
  );
  return status;
}
