// Any error as data: its class by name, and what the core says of it.
import { FormatError, XpxlcError } from '@xpxlc/core';
import { RequestError, UsageError } from 'xpxlc/ask';

export interface Failure {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly place?: string | undefined;
  readonly expected?: string | undefined;
  readonly got?: string | undefined;
}

export function toFailure(error: unknown): Failure {
  if (!(error instanceof XpxlcError)) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { name: 'InternalError', code: 'internal', message };
  }
  const { code, message, place, expected, got } = error;
  return { name: nameOf(error), code, message, place, expected, got };
}

/** Of the four kinds of wrong input, what an error is. */
function nameOf(error: XpxlcError): string {
  if (error instanceof RequestError || error instanceof UsageError) return 'InstanceError';
  return error instanceof FormatError ? 'FormatError' : error.name;
}
