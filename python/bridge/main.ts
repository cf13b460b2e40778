// The core as Python sees it, in one global: `xpxlc.call(name, json)` answers JSON, numbers travel in shared memory (memory.ts).
import './host.ts';
import { toFailure } from './failure.ts';
import { inputOf, theOutput } from './memory.ts';
import { beginLoading, endLoading, forget, type LoadRequest } from './models.ts';
import { contributionRows, predictRows, type SetsRequest, smallestRows, tallyRows } from './numbers.ts';
import {
  type BarsRequest,
  barsPicture,
  type CaseRequest,
  casePicture,
  type PopulationRequest,
  populationPicture,
} from './pictures.ts';
import { answerRecords, checkQuestion, JsonText, type RecordsRequest } from './records.ts';
import { refusalsOf, troublesOf } from './troubles.ts';
import { verdictsOf } from './verdicts.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of Python's, which has made it to measure
type Json = any;

const CALLS: Readonly<Record<string, (given: Json) => unknown>> = {
  beginLoading: (request: LoadRequest) => beginLoading(request),
  endLoading: () => endLoading(),
  forget: ({ id }) => forget(id),
  predict: (request) => predictRows(request),
  smallest: (request: SetsRequest) => smallestRows(request),
  tally: (request: Parameters<typeof tallyRows>[0]) => tallyRows(request),
  contributions: (request) => contributionRows(request),
  check: (request: RecordsRequest) => checkQuestion(request),
  records: (request: RecordsRequest) => answerRecords(request),
  casePicture: (request: CaseRequest) => casePicture(request),
  populationPicture: (request: PopulationRequest) => populationPicture(request),
  verify: ({ id, certificates }) => verdictsOf(id, certificates),
  barsPicture: (request: BarsRequest) => barsPicture(request),
  troubles: ({ id, cells }) => troublesOf(id, cells),
  refusals: ({ id, rows, within, extend }) => refusalsOf(id, rows, within, extend),
};

function call(name: string, json: string): string {
  try {
    const answer = CALLS[name](JSON.parse(json));
    return answer instanceof JsonText ? `{"answer":${answer.text}}` : JSON.stringify({ answer });
  } catch (error) {
    return JSON.stringify({ error: toFailure(error) });
  }
}

(globalThis as Record<string, unknown>).xpxlc = { call, input: inputOf, output: theOutput };
