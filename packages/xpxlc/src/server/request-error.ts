// What is wrong with a request, with the status that says so.
import { XpxlcError } from '@xpxlc/core';
import { type ErrorRecord, toErrorRecord } from '../record/explain-record.ts';

/** Statuses of refusals. */
export type RefusalStatus = 400 | 403 | 404 | 405 | 408 | 413 | 415 | 422 | 500 | 503;

interface Detail {
  readonly place?: string;
  readonly expected?: string;
  readonly got?: string;
  readonly hint?: string;
}

/** A request that gets no answer. */
export class RequestError extends XpxlcError {
  override readonly name: string = 'RequestError';
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus, code: string, what: string, detail: Detail = {}) {
    super(what, { code, ...detail });
    this.status = status;
  }
}

/** The status and the error that a client is told. Of our own mistakes it learns nothing: messages may hold paths. */
export function refusalOf(error: unknown): { readonly status: RefusalStatus; readonly error: ErrorRecord } {
  if (error instanceof RequestError) return { status: error.status, error: toErrorRecord(error) };
  if (error instanceof XpxlcError) return { status: 422, error: toErrorRecord(error) };
  return { status: 500, error: { code: 'internal', message: 'internal error, please report' } };
}
