// How verdicts on certificates look.
import { columnsOf, ERROR_COLUMN, type Layout } from './layout.ts';
import { VERIFIED, type VerifyRecord } from './record-fields.ts';
import { placeOf } from './verify-record.ts';

/** Verdicts on certificates. */
export const verifyLayout: Layout<VerifyRecord> = {
  text: ({ row, id, kind, claim, class: name, set, valid, reason, error, ...at }) => {
    const where = [
      placeOf(at),
      ...(row === undefined ? [] : [`row ${row}${typeof id === 'string' ? ` (${id})` : ''}`]),
    ].join(', ');
    if (error !== undefined) return `${where}: error: ${error.message}\n`;
    const what =
      `${claim ?? ''} ${kind ?? ''} of ${name ?? '?'}: ${set?.join(', ') || 'the empty set'}`.trim();
    return `${where}: ${valid ? 'valid' : `NOT VALID (${reason})`}, ${what}\n`;
  },
  columns: columnsOf(VERIFIED, [
    'file',
    'line',
    'index',
    'row',
    'id',
    'kind',
    'claim',
    'class',
    'set',
    'valid',
    'reason',
    ERROR_COLUMN,
  ]),
};
