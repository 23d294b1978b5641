import { hash } from 'node:crypto';
import type pg from 'pg';

/** The part of a batch's statement that writes the rows of one table: its common table expressions. */
export type WritePart = {
  /** Parts with the same key have the same expressions. */
  readonly key: string;
  /** The expressions; `first` is the number of their first parameter. */
  readonly expressions: (first: number) => string;
  readonly values: readonly unknown[];
};

/** Each connection keeps the plans of this many statements; further combinations of parts are planned each time. */
const MAX_PREPARED = 64;

const statements = new Map<string, { readonly name?: string; readonly text: string }>();

/**
 * Writes all `parts` with one statement: the cost of a small batch is mostly its number of statements. No part sees the
 * rows that another one writes.
 */
export async function writeTogether(tx: pg.ClientBase, parts: readonly WritePart[]): Promise<void> {
  if (parts.length > 0) await tx.query({ ...statementOf(parts), values: parts.flatMap(({ values }) => values) });
}

function statementOf(parts: readonly WritePart[]): { readonly name?: string; readonly text: string } {
  const key = parts.map((part) => part.key).join(', ');
  const known = statements.get(key);
  if (known !== undefined) return known;
  let first = 1;
  const expressions = parts.map((part) => {
    const own = part.expressions(first);
    first += part.values.length;
    return own;
  });
  const text = `with ${expressions.join(',\n')}\nselect`;
  if (statements.size >= MAX_PREPARED) return { text };
  const statement = { name: `write ${hash('sha256', text).slice(0, 32)}`, text };
  statements.set(key, statement);
  return statement;
}
