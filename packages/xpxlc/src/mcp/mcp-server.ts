// The questions as tools of an assistant. A tool takes what the endpoint of the server takes, as it describes itself; besides a case it takes a row
// of the user's table. It answers with the records of the command line, and with its words.
import { type Tool as ListedTool, Server } from '@modelcontextprotocol/server';
import { type Classifier, didYouMean } from '@xpxlc/core';
import * as z from 'zod';
import { checkLayout } from '../answer/check-layout.ts';
import { toErrorRecord } from '../answer/explain-record.ts';
import type { Layout } from '../answer/layout.ts';
import type { ErrorRecord } from '../answer/record-fields.ts';
import { recordSchemas } from '../answer/record-schemas.ts';
import { verifyLayout } from '../answer/verify-layout.ts';
import { bodySchemas, ENDPOINTS, type Endpoint } from '../ask/endpoints.ts';
import { RequestError, refusalOf } from '../ask/request-error.ts';
import { VERIFY } from '../ask/verify.ts';
import { Answers } from '../server/answers.ts';
import { COMMANDS, failedSchema, jsonSchema, type Schema, SUMMARIES } from '../server/describe-records.ts';
import { checked, type JsonAnswer, JsonQuestions } from '../server/json-questions.ts';
import type { Limits } from '../server/limits.ts';
import { modelAnswer, modelAnswerSchema } from '../server/model-answer.ts';
import type { GivenRow, GivenRows } from './given-rows.ts';

/** What assistants can ask about. */
export interface McpOptions {
  readonly version: string;
  readonly limits: Limits;
  readonly model: {
    readonly classifier: Classifier;
    readonly title?: string;
    /** The SHA-256 of its file. */
    readonly fingerprint: string;
    /** What it says, for people. */
    readonly words: string;
  };
  /** The rows of the user's table. */
  readonly rows?: GivenRows;
  /** Told of our own mistakes. */
  readonly report: (error: unknown) => void;
}

/** Servers about one model: one for each connection. */
export interface Mcp {
  connection(): Server;
  /** End the workers. */
  close(): Promise<void>;
}

/** What a tool answers; or why it does not. */
type Answer = { readonly data: object; readonly words: string } | { readonly error: ErrorRecord };

/** A tool: what clients are told of it, and its answer. */
interface Tool {
  readonly description: string;
  readonly input: Schema;
  readonly output: Schema;
  answer(given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Answer>;
}

const INSTRUCTIONS =
  'Exact answers about the decisions of one model; none is an estimate. The tool model says what a case must look like. explain: why a case is decided as it is; contrasts: what would change it; check: whether a claimed reason is one; verify: whether a proof (explain with certificate) holds.';

export function createMcp(options: McpOptions): Mcp {
  const { version, limits, model, report } = options;
  const answers = new Answers(model.classifier, limits);
  const tools = toolsOf(options, new JsonQuestions(answers, limits));
  const list = Object.entries(tools).map(([name, { description, input, output }]) => ({
    name,
    description,
    inputSchema: input as ListedTool['inputSchema'],
    outputSchema: output as ListedTool['inputSchema'],
    annotations: { readOnlyHint: true, openWorldHint: false },
  }));
  const connection = (): Server => {
    const server = new Server(
      { name: 'xpxlc', version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', () => ({ tools: list }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
      const found = await toolNamed(params.name, tools)
        .answer(params.arguments ?? {}, signal)
        .catch((error: unknown) => {
          const { status, error: record } = refusalOf(error);
          if (status === 500 && !signal.aborted) report(error);
          return { error: record };
        });
      const text = 'error' in found ? `${found.error.code}: ${found.error.message}` : found.words;
      return {
        content: [{ type: 'text', text }],
        ...('error' in found
          ? { structuredContent: { error: found.error }, isError: true }
          : { structuredContent: { ...found.data } }),
      };
    });
    return server;
  };
  return { connection, close: () => answers.close() };
}

/** What is not there says so. */
function toolNamed(name: string, tools: Readonly<Record<string, Tool>>): Pick<Tool, 'answer'> {
  if (Object.hasOwn(tools, name)) return tools[name];
  const names = Object.keys(tools);
  return {
    answer: async () => {
      throw new RequestError(404, 'unknown-tool', 'no such tool', {
        place: 'name',
        expected: names.join(', '),
        got: `'${name}'`,
        ...didYouMean(name, names),
      });
    },
  };
}

function toolsOf(options: McpOptions, questions: JsonQuestions): Readonly<Record<string, Tool>> {
  const { model, limits } = options;
  const about = modelAnswer(model.classifier, model);
  const nothing = z.strictObject({});
  const proofs = z.strictObject({
    certificates: z
      .array(z.unknown())
      .max(limits.maxRows)
      .describe('certificates, or records of explain and contrasts with certificate'),
  });
  return {
    model: {
      description:
        'The classes and features of the model, with values, bounds and units, and what each value is worth',
      input: jsonSchema(nothing),
      output: jsonSchema(modelAnswerSchema),
      answer: async (given) => {
        checked(nothing, given, 'body');
        return { data: about, words: model.words };
      },
    },
    ...Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint, toolFor(endpoint, options, questions)])),
    verify: {
      description: VERIFY.summary,
      input: jsonSchema(proofs),
      output: listOf(recordSchemas.verify),
      answer: async (given, signal) => {
        const answers = recordsOf(
          await questions.verify(checked(proofs, given, 'body').certificates, { signal }),
        );
        return { data: { answers }, words: wordsOf(answers, verifyLayout) };
      },
    },
  };
}

/** An endpoint of the server as a tool. */
function toolFor(endpoint: Endpoint, { limits, rows }: McpOptions, questions: JsonQuestions): Tool {
  const record = recordSchemas[COMMANDS[endpoint]];
  const asCase = { ...(rows && { row: ROW }), ...(rows?.key === undefined ? {} : { id: ID }) };
  const pickRow = z.looseObject(asCase);
  return {
    description: `${SUMMARIES[endpoint]}. One of ${['instance', 'instances', ...Object.keys(asCase)].join(', ')}`,
    input: inputOf(endpoint, limits.maxRows, jsonSchema(z.object(asCase))),
    output: listOf(endpoint === 'check' ? z.union([record, failedSchema]) : record),
    answer: async (given, signal) => {
      const found = rows && rowFor(checked(pickRow, given, 'body'), rows);
      if (found?.bad !== undefined) return { error: toErrorRecord(found.bad as ErrorRecord) };
      const { row: _, id: __, ...options } = given;
      const body = found === undefined ? given : { key: rows?.key, ...options, instance: found.instance };
      const ask = (words: boolean): Promise<JsonAnswer> =>
        questions.ask(endpoint, body, { signal, from: found?.row, words });
      const [told, worded] = await Promise.all([ask(false), endpoint === 'check' ? undefined : ask(true)]);
      const answers = recordsOf(told);
      const [first] = answers;
      if (answers.length === 1 && first.error !== undefined && first.class === undefined)
        return { error: first.error as ErrorRecord };
      const words =
        worded === undefined ? wordsOf(answers, checkLayout(body)) : Buffer.concat(worded.texts).toString();
      return { data: { answers }, words };
    },
  };
}

const ROW = z.int().min(0).optional().describe('the case: a row of the table, counted from 0');
const ID = z.string().optional().describe('the case: the row of the table that this identifies');

/**
 * The row that is asked about instead of a case.
 *
 * @throws {RequestError} for more than one of them; otherwise as {@link GivenRows.find}.
 */
function rowFor(given: Readonly<Record<string, unknown>>, rows: GivenRows): GivenRow | undefined {
  const said = ['row', 'id', 'instance', 'instances'].filter((name) => given[name] !== undefined);
  if (given.row === undefined && given.id === undefined) return undefined;
  if (said.length === 1) return rows.find(given);
  throw new RequestError(422, 'bad-option', `cannot be combined with ${said.slice(1).join(' or ')}`, {
    place: said[0],
  });
}

/** The body of the endpoint, of one case or several, or with a row instead. */
function inputOf(endpoint: Endpoint, maxRows: number, asCase: Schema): Schema {
  const { one, many } = bodySchemas(endpoint, maxRows);
  const [{ properties, required = [] }, { properties: more }] = [jsonSchema(one), jsonSchema(many)];
  return {
    type: 'object',
    properties: { instance: properties?.instance as Schema, ...more, ...asCase.properties },
    required: required.filter((name) => name !== 'instance'),
    additionalProperties: false,
  };
}

function listOf(record: z.ZodType): Schema {
  return jsonSchema(z.strictObject({ answers: z.array(record) }));
}

type AnyRecord = Readonly<Record<string, unknown>>;

function recordsOf({ texts }: JsonAnswer): AnyRecord[] {
  const lines = Buffer.concat(texts).toString().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

function wordsOf<R>(records: readonly AnyRecord[], { text }: Pick<Layout<R>, 'text'>): string {
  return records.map((record) => text(record as R)).join('');
}
