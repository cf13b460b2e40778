// Questions as JSON has them: checked by the schema of their endpoint, and answered within the limits. HTTP and MCP are envelopes around this.
import type * as z from 'zod';
import { type ApiClaim, bodySchemas, ENDPOINTS, type Endpoint } from '../ask/endpoints.ts';
import { RequestError } from '../ask/request-error.ts';
import { toQuestion } from '../ask/request-question.ts';
import { schemaError } from '../ask/schema-error.ts';
import { FIRST_PROBLEM } from '../schema/first-problem.ts';
import type { Answers, CaseBatch } from './answers.ts';
import type { Limits } from './limits.ts';
import { PROOFS } from './slice.ts';

/** What a door adds to the question. */
export interface Asking {
  /** Whether somebody waits for the answer. */
  readonly signal: AbortSignal;
  /** The number of the first case. */
  readonly from?: number;
  /** The answers in words instead of records. */
  readonly words?: boolean;
}

/** Answers to the cases of one question. */
export interface JsonAnswer {
  /** Lines of NDJSON; or in words. */
  readonly texts: readonly Uint8Array[];
  /** Cases without an answer. */
  readonly failed: number;
  /** It is a list of records: several cases were asked about, or several explanations checked. */
  readonly isList: boolean;
}

/** @param more - where a question may be larger, for messages. */
export class JsonQuestions {
  readonly #answers: Answers;
  readonly #limits: Limits;
  readonly #more: string | undefined;
  readonly #schemas: Readonly<Record<string, ReturnType<typeof bodySchemas>>>;

  constructor(answers: Answers, limits: Limits, more?: string) {
    this.#answers = answers;
    this.#limits = limits;
    this.#more = more;
    this.#schemas = Object.fromEntries(ENDPOINTS.map((one) => [one, bodySchemas(one, limits.maxRows)]));
  }

  /** @throws {XpxlcError} for what cannot be asked, and answers that are too long. */
  async ask(endpoint: Endpoint, body: unknown, asking: Asking): Promise<JsonAnswer> {
    this.#refuseMany(body);
    const { one, many } = this.#schemas[endpoint];
    const found = checked(isObject(body) && 'instances' in body ? many : one, body, 'body');
    const { instance, instances = [instance], explanations, ...options } = found;
    const question = toQuestion(endpoint, options, this.#answers.classifier, this.#limits, false);
    const isJob = 'job' in question;
    const cases = isJob ? instances : claimedCases(instances, explanations);
    const asked =
      isJob && asking.words ? { ...question, job: { ...question.job, format: 'text' as const } } : question;
    const answer = await this.#answered(
      { question: asked, cases, texts: false, from: asking.from ?? 0 },
      asking,
    );
    return { ...answer, isList: found.instances !== undefined || !isJob };
  }

  /** Verdicts on proofs, or on those in records. */
  async verify(proofs: readonly unknown[], asking: Asking): Promise<JsonAnswer> {
    const answer = await this.#answered({ question: PROOFS, cases: proofs, texts: false, from: 0 }, asking);
    return { ...answer, isList: true };
  }

  async #answered(batch: CaseBatch, { signal }: Asking): Promise<Omit<JsonAnswer, 'isList'>> {
    const { maxAnswer } = this.#limits;
    const texts: Uint8Array[] = [];
    let [bytes, failed] = [0, 0];
    const quick = this.#answers.atOnce(batch);
    if (quick !== undefined) return { texts: [quick.text], failed: quick.failed };
    await this.#answers.admit(async () => {
      for await (const slice of this.#answers.answer(batch, signal, true)) {
        bytes += slice.text.length;
        failed += slice.failed;
        if (bytes > maxAnswer)
          throw new RequestError(422, 'answer-too-large', 'the answer is too long', {
            expected: `at most ${maxAnswer} bytes`,
            ...this.#hint(),
          });
        texts.push(slice.text);
      }
    });
    return { texts, failed };
  }

  #refuseMany(body: unknown): void {
    const { maxRows } = this.#limits;
    if (!isObject(body) || !Array.isArray(body.instances) || body.instances.length <= maxRows) return;
    throw new RequestError(413, 'too-many-cases', 'too many cases', {
      place: 'instances',
      expected: `at most ${maxRows}`,
      got: String(body.instances.length),
      ...this.#hint(),
    });
  }

  #hint(): { readonly hint?: string } {
    return this.#more === undefined ? {} : { hint: `${this.#more} has no such limit` };
  }
}

/** @throws {RequestError} `bad-request`. */
export function checked<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const found = schema.safeParse(value, FIRST_PROBLEM);
  if (found.success) return found.data;
  throw schemaError(found.error, 'bad-request', place);
}

/** Each case with what is claimed of it. */
function claimedCases(instances: readonly unknown[], explanations: readonly ApiClaim[] = []): unknown[] {
  const claims: Omit<ApiClaim, 'row'>[][] = instances.map(() => []);
  explanations.forEach(({ row = 0, ...claim }, x) => {
    if (row >= claims.length)
      throw new RequestError(422, 'no-such-row', 'no such case', {
        place: `explanations.${x}.row`,
        expected: `0 to ${claims.length - 1}`,
        got: String(row),
      });
    claims[row].push(claim);
  });
  return instances.map((one, row) => ({ instance: one, explanations: claims[row] }));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
