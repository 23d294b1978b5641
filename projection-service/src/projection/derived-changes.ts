import type pg from 'pg';
import { deleteRowsOf } from './delete-rows-of.ts';
import type { Derived } from './table.ts';

/** The changes of a batch on which the rows of one derived table depend. */
export type DerivedChanges = {
  recompute(anecdote: string, owner: string): void;
  forget(account: string): void;
  /** To be called after the rows of the other tables are written. */
  flush(tx: pg.ClientBase, schema: string): Promise<void>;
};

/** Collects the anecdotes whose rows in `table` must be recomputed. */
export function derivedChanges(table: Derived): DerivedChanges {
  const changed = new Map<string, string>();
  const forgotten = new Set<string>();

  return {
    recompute(anecdote, owner) {
      changed.set(anecdote, owner);
    },
    forget(account) {
      forgotten.add(account);
      for (const [anecdote, owner] of changed) if (owner === account) changed.delete(anecdote);
    },
    async flush(tx, schema) {
      for (const account of forgotten) {
        await deleteRowsOf(tx, { schema, table: table.name, column: table.owner }, account);
      }
      forgotten.clear();
      if (changed.size === 0) return;
      await tx.query({
        name: `recompute ${schema}.${table.name}`,
        text: table.recompute(schema),
        values: [[...changed.keys()], [...changed.values()]],
      });
      changed.clear();
    },
  };
}
