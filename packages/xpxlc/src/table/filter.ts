// The user's row filter: one SQL expression over the table's columns, and nothing but that. It is parsed on its own first,
// so that no bracket in it can close ours; the engine is confined anyway.
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from './engine.ts';
import { badFilter } from './failure.ts';
import { forbiddenIn } from './filter-functions.ts';

/** Enough for some ten thousand keys in a list. */
const LONGEST = 100_000;

/**
 * Check that a text is one SQL expression without subqueries, of functions whose time and memory are bounded by the row.
 *
 * @throws {FormatError} `bad-filter`.
 */
export async function checkFilter(connection: DuckDBConnection, filter: string): Promise<void> {
  if (filter.includes('\0')) throw badFilter('a NUL character');
  if (filter.length > LONGEST) throw badFilter(`more than ${LONGEST} characters`);
  const reader = await connection.runAndReadAll(
    `SELECT json_serialize_sql(${quoteText(`SELECT 1 WHERE (${filter}\n)`)})`,
  );
  const parsed = JSON.parse(String(reader.getRows()[0][0])) as Parsed;
  if (parsed.error) throw badFilter(parsed.error_message ?? 'not SQL');
  const node = parsed.statements?.[0]?.node;
  const plain =
    parsed.statements?.length === 1 &&
    node?.type === 'SELECT_NODE' &&
    node.modifiers?.length === 0 &&
    node.select_list?.length === 1 &&
    node.from_table?.type === 'EMPTY' &&
    (node.group_expressions?.length ?? 0) === 0 &&
    (node.having ?? null) === null &&
    (node.qualify ?? null) === null &&
    (node.sample ?? null) === null &&
    node.where_clause != null;
  if (!plain) throw badFilter('more than one expression');
  const forbidden = forbiddenIn(node.where_clause);
  if (forbidden !== undefined) throw badFilter(forbidden);
}

interface Parsed {
  readonly error: boolean;
  readonly error_message?: string;
  readonly statements?: readonly {
    readonly node?: {
      readonly type?: string;
      readonly modifiers?: readonly unknown[];
      readonly select_list?: readonly unknown[];
      readonly from_table?: { readonly type?: string };
      readonly group_expressions?: readonly unknown[];
      readonly having?: unknown;
      readonly qualify?: unknown;
      readonly sample?: unknown;
      readonly where_clause?: unknown;
    };
  }[];
}
