// `verify`: do proofs hold, whatever made them?
import { MODEL, OUTPUT } from './groups.ts';
import { text } from './kinds.ts';
import { local, question, type Said } from './option.ts';

export const VERIFY = question({
  name: 'verify',
  summary: 'check proofs, independently of the search that made them',
  description:
    'Check the proofs of xpxlc explain --certificate, or those in a report, with code that shares nothing with the search that made them. With --model their numbers are also recomputed from the model. Exit status 1 if any proof does not hold.',
  arguments: {
    '[certificates...]':
      'records of xpxlc explain or plain certificates, as NDJSON or JSON, also .gz, or a report of xpxlc report (default: standard input)',
  },
  options: {
    model: local(text('file'), 'recompute all numbers from this model'),
    ...MODEL,
    ...OUTPUT,
  },
  usual: ['model', 'format', 'output'],
  examples: [
    'xpxlc explain model.json people.csv --certificate --format ndjson | xpxlc verify --model model.json',
    'xpxlc verify certificates.ndjson --format csv',
    'xpxlc verify report.html --model model.json',
  ],
});

export type VerifyOptions = Said<typeof VERIFY.options>;
