// `xpxlc features`: which features matter, for one decision or over a whole table.

import { featuresLayout } from '../answer/features-layout.ts';
import { Pages } from '../answer/pages.ts';
import type { FeaturesSummary } from '../answer/record-fields.ts';
import type { FeaturesOptions } from '../ask/features.ts';
import { COMMAND_LINE } from '../ask/option.ts';
import { featuresQuestion } from '../ask/resolve.ts';
import { saveText } from '../table/text-file.ts';
import { answerTable } from './answer-table.ts';
import { featuresSvg } from './features-svg.ts';
import { loadClassifier } from './inputs.ts';
import { caseOf } from './instance.ts';
import type { Io } from './io.ts';
import { checkPlot, formatOf } from './output.ts';
import { summarizeFeatures } from './summarize-features.ts';

/** Run the command; the exit status. */
export async function features(
  model: string,
  data: readonly string[],
  options: FeaturesOptions,
  io: Io,
): Promise<number> {
  const each = options.per === 'row' || options.instance !== undefined;
  checkPlot(options.plot);
  const { classifier } = await loadClassifier(model, options, io, data);
  const { group } = options;
  const split = { class: options.per === 'class', group };
  const question = featuresQuestion(options, split, { classifier, door: COMMAND_LINE });
  const format = formatOf(options);
  const table = { classifier, data, ...(await caseOf(options, data, classifier, io)), options };
  if (each) {
    const job = { command: 'features', question, format, each } as const;
    return (await answerTable({ ...table, job, done: 'explained' }, io)).status;
  }
  let found: FeaturesSummary | undefined;
  const { status } = await summarizeFeatures(
    { ...table, question, rules: options.rules, format },
    io,
    (summary) => {
      found = summary;
      const pages = new Pages(format, featuresLayout(question));
      pages.put(summary);
      return pages.rest();
    },
  );
  if (options.plot !== undefined && found !== undefined)
    await saveText(options.plot, await featuresSvg(found, classifier.classes));
  return status;
}
