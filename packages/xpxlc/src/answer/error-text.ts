// Why a row has no answer, for people who are told the row already.

import { shortValue } from '@xpxlc/core';
import type { At, ErrorRecord, Failed } from './record-fields.ts';

/** A number with decimals outside of quotes; what the user has written stays as it is. */
const DECIMALS = /'[^']*'|-?(?<!\d)\d+\.\d+(?:e[-+]?\d+)?/g;

/** `line 3, feature 'age': not a number`, without `row 1` before it, and with few digits. */
export function errorText({ message }: ErrorRecord, row: number | undefined): string {
  return placed(message, row).replace(DECIMALS, (part) =>
    part.startsWith("'") ? part : shortValue(Number(part)),
  );
}

function placed(message: string, row: number | undefined): string {
  const known = /^row (\d+)(?: \((.*?line \d+)\))?(, |: )/.exec(message);
  if (known === null || Number(known[1]) !== row) return message;
  const rest = message.slice(known[0].length);
  return known[2] === undefined ? rest : `${known[2]}${known[3]}${rest}`;
}

/** `row 3 (k7)`. */
export function rowName({ row, id }: Pick<At, 'row' | 'id'>): string {
  return `row ${row}${id === undefined ? '' : ` (${id})`}`;
}

/** What is said of a row that has no answer. */
export function failedText(line: Failed): string {
  return `${rowName(line)}: error: ${errorText(line.error, line.row)}`;
}
