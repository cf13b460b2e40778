// All that is known of a decision, as text: each row of `xpxlc report`, and a single case of which nothing particular is asked.
import type { Classifier } from '@xpxlc/core';
import type { Job } from '../answer/job.ts';
import type { ReportOptions } from '../ask/report.ts';
import { movable, timeOf } from '../ask/resolve.ts';
import { type Io, isColoured } from './io.ts';

export function inFull(
  classifier: Classifier,
  options: Pick<ReportOptions, 'instance' | 'output' | 'within' | 'maxTime'>,
  io: Io,
): Job {
  const question = {
    titled: options.instance === undefined,
    coloured: options.output === undefined && isColoured(io),
    ...movable(options, { classifier }),
    ...timeOf(options),
  };
  return { command: 'report', question, format: 'text' };
}
