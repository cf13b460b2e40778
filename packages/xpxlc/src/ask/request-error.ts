// What is wrong with a request, with the status that says so.

import { XpxlcError } from '@xpxlc/core';
import { toErrorRecord } from '../answer/explain-record.ts';
import type { ErrorRecord } from '../answer/record-fields.ts';

/** Statuses of refusals. */
export type RefusalStatus = 400 | 403 | 404 | 405 | 408 | 413 | 415 | 422 | 500 | 503;

interface Detail {
  readonly place?: string;
  readonly expected?: string;
  readonly got?: string;
  readonly hint?: string;
}

/** Characters of a message, and of each part of it, that are shown. */
const LONGEST = 300;

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** A request that gets no answer. */
export class RequestError extends XpxlcError {
  override readonly name: string = 'RequestError';
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus, code: string, what: string, detail: Detail = {}) {
    // Names of what was sent are repeated; nobody reads more of them.
    const shown = Object.entries(detail).map(([key, text]: [string, string]) => [key, cut(text)]);
    super(cut(what), { code, ...Object.fromEntries(shown) });
    this.status = status;
  }
}

/** The status and the error that a client is told. Of our own mistakes it learns nothing: messages may hold paths. */
export function refusalOf(error: unknown): { readonly status: RefusalStatus; readonly error: ErrorRecord } {
  if (error instanceof RequestError) return { status: error.status, error: toErrorRecord(error) };
  if (error instanceof XpxlcError) return { status: 422, error: toErrorRecord(error) };
  return { status: 500, error: { code: 'internal', message: 'internal error, please report' } };
}
