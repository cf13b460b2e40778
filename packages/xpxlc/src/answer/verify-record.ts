// What is said of one certificate, as plain data for every output format.

import { type AdditiveModel, type Certificate, FormatError, verify } from '@xpxlc/core';
import { toErrorRecord } from './explain-record.ts';
import { withBounds } from './extend-bounds.ts';
import type { DocumentPlace, VerifyRecord } from './record-fields.ts';

/** The certificates of a document: itself, or those of the explanations of a record. */
export function* verifyRecords(
  value: unknown,
  place: DocumentPlace,
  form: AdditiveModel | undefined,
): Generator<VerifyRecord, void, void> {
  const record = (typeof value === 'object' && value !== null ? value : {}) as {
    readonly [key: string]: unknown;
  };
  if (record.format === 'xpxlc-certificate') return yield verdict(value as Certificate, place, form);
  const at = {
    ...place,
    ...(typeof record.row === 'number' ? { row: record.row } : {}),
    ...(typeof record.id === 'string' || record.id === null ? { id: record.id } : {}),
  };
  const own = form === undefined ? undefined : withBounds(form, record.extended);
  // A row that could not be explained claims nothing.
  if (typeof record.error === 'object' && record.error !== null && record.explanations === undefined) return;
  const list: readonly unknown[] | undefined = Array.isArray(record.explanations)
    ? record.explanations
    : record.certificate === undefined
      ? undefined
      : [record];
  if (list === undefined) return yield { ...at, error: toErrorRecord(noCertificate(place)) };
  for (const explanation of list) {
    const { certificate } = (explanation ?? {}) as { certificate?: unknown };
    if (certificate === undefined) yield { ...at, error: toErrorRecord(noCertificate(place)) };
    else yield verdict(certificate as Certificate, at, own);
  }
}

function verdict(certificate: Certificate, at: DocumentPlace, form: AdditiveModel | undefined): VerifyRecord {
  const { valid, reason } = verify(certificate, form);
  const text = (key: 'kind' | 'claim' | 'class'): object =>
    typeof certificate?.[key] === 'string' ? { [key]: certificate[key] } : {};
  const set = certificate?.set;
  const names = Array.isArray(set) && set.every((name) => typeof name === 'string') ? { set } : {};
  return {
    ...at,
    ...text('kind'),
    ...text('claim'),
    ...text('class'),
    ...names,
    valid,
    reason,
  };
}

/** `file:line` or `file[position]`. */
export function placeOf({ file, line, index }: DocumentPlace): string {
  return `${file}${line === undefined ? '' : `:${line}`}${index === undefined ? '' : `[${index}]`}`;
}

function noCertificate(at: DocumentPlace): FormatError {
  return new FormatError('no certificate', {
    code: 'no-certificate',
    place: placeOf(at),
    expected: 'a certificate, or a record of xpxlc explain --certificate',
  });
}
