// What a schema has against a value, in the form of our errors.
import type * as z from 'zod';
import { RequestError } from './request-error.ts';

/** The first thing that is wrong, at its place. @param named - how a door writes the outermost name. */
export function schemaError(
  error: z.ZodError,
  code: string,
  where: string,
  named: (name: string) => string = String,
): RequestError {
  const { path, message } = firstOf(error.issues);
  const place = path.length === 0 ? where : [named(String(path[0])), ...path.slice(1).map(String)].join('.');
  const [, expected, got] = /^Invalid input: expected ([^,]*), received (\w+)$/.exec(message) ?? [];
  if (got === 'undefined') return new RequestError(422, code, 'missing', { place });
  if (got !== undefined)
    return new RequestError(422, code, 'not what it should be', { place, expected, got });
  return new RequestError(422, code, message.charAt(0).toLowerCase() + message.slice(1), { place });
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
  readonly errors?: readonly (readonly Issue[])[];
}

/** Of alternatives, the one that comes nearest: whose first trouble lies deepest, or that has the fewest. */
function firstOf(issues: readonly Issue[]): Issue {
  const [issue] = issues;
  if (issue.code !== 'invalid_union' || issue.errors === undefined || issue.errors.length === 0) return issue;
  const nearest = [...issue.errors].sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
  const inner = firstOf(nearest);
  return { ...inner, path: [...issue.path, ...inner.path] };
}

function depth(issues: readonly Issue[]): number {
  return issues.reduce((most, { path }) => Math.max(most, path.length), 0);
}
