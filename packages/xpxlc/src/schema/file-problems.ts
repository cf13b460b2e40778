// All that is wrong with a model file, at once: each problem with its JSON path, what was expected and what was got.
import { FormatError, shortened, show } from '@xpxlc/core';
import type * as z from 'zod';

/** One thing wrong in a JSON document. */
export interface Problem {
  /** JSON path, e.g. `$.features[3].lower`. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** So many problems are listed in the message; `problems` has more, the first hundred. */
const SHOWN = 20;
/** A file that is wrong everywhere need not say so a million times: nobody looks on after so many. */
export const MOST_PROBLEMS = 100;

/** A model file with problems. */
export class ModelFileError extends FormatError {
  override readonly name: string = 'ModelFileError';
  readonly problems: readonly Problem[];
  /** The lines of the message after the first. */
  readonly further: readonly string[];

  constructor(problems: readonly Problem[], code = 'bad-model-file') {
    const [first] = problems;
    const rest = problems
      .slice(1, SHOWN)
      .map((p) => oneLine(shortened(`${p.path}: expected ${p.expected}, got ${p.got}`)));
    const unshown = problems.length - SHOWN;
    if (unshown > 0) rest.push(`… and ${unshown}${problems.length < MOST_PROBLEMS ? '' : ' or'} more`);
    super('not a valid model', { code, place: first.path, expected: first.expected, got: first.got });
    this.message = [oneLine(this.message), ...rest].join('\n');
    this.further = rest;
    this.problems = problems.slice(0, MOST_PROBLEMS);
  }
}

/** Line breaks in names would look like those between problems. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]/g, ' ');
}

/** `['features', 3, 'lower']` → `$.features[3].lower`. */
export function jsonPath(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    const text = String(key);
    return /^[A-Za-z_$][\w$]*$/.test(text) ? `${path}.${text}` : `${path}[${JSON.stringify(text)}]`;
  }, '$');
}

/** Zod's issues in our words. */
export function toProblems(issues: readonly z.core.$ZodIssue[], document: unknown): Problem[] {
  return issues.flatMap((issue): Problem[] => {
    const path = jsonPath(issue.path);
    const value = valueAt(document, issue.path);
    switch (issue.code) {
      case 'unrecognized_keys':
        return issue.keys.slice(0, MOST_PROBLEMS).map((key) => ({
          path: jsonPath([...issue.path, key]),
          expected: 'no such key',
          got: show(key),
        }));
      case 'invalid_type':
        return [{ path, expected: TYPES[issue.expected] ?? issue.expected, got: show(value) }];
      case 'invalid_value':
        return [{ path, expected: issue.values.map((v) => show(v)).join(' or '), got: show(value) }];
      case 'invalid_union':
        if (issue.discriminator === undefined) return [{ path, expected: issue.message, got: show(value) }];
        // The path of a discriminated union may or may not end with the discriminator itself.
        return [unionProblem(issue, document)];
      case 'too_small':
        return [
          {
            path,
            expected: `${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${SIZES[issue.origin] ?? ''}`,
            got: Array.isArray(value) ? String(value.length) : show(value),
          },
        ];
      case 'too_big':
        return [
          {
            path,
            expected: `${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`,
            got: show(value),
          },
        ];
      default:
        return [{ path, expected: issue.message, got: show(value) }];
    }
  });
}

/** A `kind` that is none: the path is that of the kind. */
function unionProblem(
  issue: Extract<z.core.$ZodIssue, { code: 'invalid_union' }>,
  document: unknown,
): Problem {
  const key = issue.discriminator as string;
  const keys = issue.path.at(-1) === key ? issue.path : [...issue.path, key];
  const options = 'options' in issue && issue.options !== undefined ? issue.options : [];
  return {
    path: jsonPath(keys),
    expected: options.length > 0 ? `one of ${options.map((v) => show(v)).join(', ')}` : `a known ${key}`,
    got: show(valueAt(document, keys)),
  };
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    document,
  );
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'a text',
  number: 'a finite number',
  boolean: 'true or false',
};
const SIZES: Readonly<Record<string, string>> = { array: ' entries', string: ' character' };
