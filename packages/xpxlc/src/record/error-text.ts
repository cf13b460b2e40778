// Why a row has no answer, for people who are told the row already.
import type { ErrorRecord } from './explain-record.ts';

/** `line 3, feature 'age': not a number`, without `row 1` before it. */
export function errorText({ message }: ErrorRecord, row: number | undefined): string {
  const known = /^row (\d+)(?: \((.*?line \d+)\))?(, |: )/.exec(message);
  if (known === null || Number(known[1]) !== row) return message;
  const rest = message.slice(known[0].length);
  return known[2] === undefined ? rest : `${known[2]}${known[3]}${rest}`;
}
