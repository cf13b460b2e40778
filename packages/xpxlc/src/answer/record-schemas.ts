// The schemas of what the commands write: published as JSON Schema, and what tests hold the program's output against.
import * as z from 'zod';
import { type Fields, schemaOf } from './fields.ts';
import {
  ASKED,
  ASSESSED_RULE,
  ASSESSED_WEIGHTS,
  CHECKED,
  COMPARED,
  COMPARED_SUMMARY,
  COUNTED,
  EXPLAINED,
  FAILED,
  FEATURES_SUMMARY,
  PRECISE,
  PREDICTED,
  UNASSESSED,
  VERIFIED,
} from './record-fields.ts';

const any = (...records: readonly z.ZodType[]): z.ZodType =>
  records.length === 1 ? records[0] : z.union(records);
const of = (fields: Fields): z.ZodType => schemaOf(z, fields);

/** One line of `--format ndjson`, by command. */
export const recordSchemas: Readonly<Record<string, z.ZodType>> = {
  explain: any(of(EXPLAINED), of(FAILED)),
  precise: any(of(PRECISE), of(FAILED)),
  predict: any(of(PREDICTED), of(FAILED)),
  count: any(of(COUNTED), of(FAILED)),
  features: any(of(ASKED), of(FEATURES_SUMMARY), of(FAILED)),
  compare: any(of(COMPARED), of(COMPARED_SUMMARY).describe('with --per table'), of(FAILED)),
  check: of(CHECKED),
  'check-grade': any(of(ASSESSED_RULE), of(ASSESSED_WEIGHTS), of(UNASSESSED)),
  verify: of(VERIFIED),
};

/** The JSON Schema (draft 2020-12) of a command's records. */
export function recordJsonSchema(command: string): object {
  const typed = command.replace('-', ' --');
  const schema = recordSchemas[command].meta({
    title: `xpxlc ${typed}, version 1`,
    description: `One record of \`xpxlc ${typed} --format ndjson\`.`,
  });
  return z.toJSONSchema(schema, { target: 'draft-2020-12' });
}
