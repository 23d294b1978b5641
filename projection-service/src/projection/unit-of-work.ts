import { setImmediate } from 'node:timers/promises';
import { settled } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { type DerivedChanges, derivedChanges } from './derived-changes.ts';
import { type FacetChanges, facetChanges } from './facet-changes.ts';
import { type RowChanges, rowChanges } from './row-changes.ts';
import type { Derived, Facet, RowReference, RowTable, Use } from './table.ts';
import { writeTogether } from './write-statement.ts';

type Identified = { id: string; revision: number };

/** The row changes of a batch: the last state per key. All tables are written together, with one statement. */
export type UnitOfWork = {
  /** The row with the changes of this batch so far. A stored row is only known if the projector looked it up. */
  row<Row extends Identified>(table: RowTable<Row>, id: string): Row | undefined;
  put<Row extends Identified>(table: RowTable<Row>, row: Row): void;
  remove<Row extends Identified>(table: RowTable<Row>, id: string): void;
  /** Replaces everything `anecdote` contributes to `facet`; with `isNew` it contributes nothing yet. */
  use<Row extends Use>(
    facet: Facet<Row>,
    anecdote: string,
    uses: readonly Row[],
    options?: { readonly isNew: boolean },
  ): void;
  /** Removes every row of `account`, stored or written by this batch so far. */
  forget<Row extends Identified>(table: RowTable<Row>, account: string): void;
  /** Removes every row that has `value` in `column`, stored or written by this batch so far. */
  removeAll<Row extends Identified>(table: RowTable<Row>, column: keyof Row & string, value: string): void;
  /** Removes everything the anecdotes of `account` contribute to `facet`, stored or written by this batch so far. */
  forgetUses<Row extends Use>(facet: Facet<Row>, account: string): void;
  /**
   * Recomputes the rows of `table` that depend on `anecdote`, which belongs to `owner`, after all others are written.
   */
  recompute(table: Derived, anecdote: string, owner: string): void;
  /** Removes every row of `account` from `table`. */
  forgetDerived(table: Derived, account: string): void;
};

/** The tables that changes are written to. */
export type WrittenTables = {
  readonly schema: string;
  /** True when uses are counted, and derived tables filled, after everything else is written. */
  readonly countsLater: boolean;
  /** True when the tables hold nothing about these anecdotes yet: nothing is looked up or replaced. */
  readonly areNew?: boolean;
};

/** Collects changes to the tables of a generation, to be written through `tx`. */
export function createUnitOfWork(tx: pg.ClientBase, { schema, countsLater, areNew = false }: WrittenTables) {
  const tables = new Map<string, RowChanges<Identified>>();
  const facets = new Map<string, FacetChanges<Use>>();
  const derived = new Map<string, DerivedChanges>();

  function rowsOf<Row extends Identified>(table: RowTable<Row>): RowChanges<Row> {
    let changes = tables.get(table.name);
    if (changes === undefined) {
      changes = rowChanges(table as unknown as RowTable<Identified>, { areNew });
      tables.set(table.name, changes);
    }
    return changes as unknown as RowChanges<Row>;
  }

  function usesOf<Row extends Use>(facet: Facet<Row>): FacetChanges<Row> {
    let changes = facets.get(facet.name);
    if (changes === undefined) {
      changes = facetChanges(facet as unknown as Facet<Use>, countsLater ? [] : facet.counters, { areNew });
      facets.set(facet.name, changes);
    }
    return changes as unknown as FacetChanges<Row>;
  }

  function derivedOf(table: Derived): DerivedChanges {
    let changes = derived.get(table.name);
    if (changes === undefined) {
      changes = derivedChanges(table);
      derived.set(table.name, changes);
    }
    return changes;
  }

  const work: UnitOfWork = {
    row: (table, id) => rowsOf(table).get(id),
    put: (table, row) => rowsOf(table).put(row),
    remove: (table, id) => rowsOf(table).remove(id),
    use: (facet, anecdote, uses, options = { isNew: false }) => usesOf(facet).replace(anecdote, uses, options),
    forget: (table, account) => rowsOf(table).forget(table.owner, account),
    removeAll: (table, column, value) => rowsOf(table).forget(column, value),
    forgetUses: (facet, account) => usesOf(facet).forget(account),
    recompute: (table, anecdote, owner) => derivedOf(table).recompute(anecdote, owner),
    forgetDerived: (table, account) => derivedOf(table).forget(account),
  };

  let writing = Promise.resolve();

  /** Starts to write the changes so far, after the writes that were started before. */
  async function beginWriting(): Promise<void> {
    const changes = [...tables.values(), ...facets.values()];
    const parts = changes.flatMap((each) => each.takeParts(schema));
    await writing;
    for (const each of changes) await each.forgetRows(tx, schema);
    writing = writeTogether(tx, parts);
    // Its failure is thrown where it is awaited.
    writing.catch(() => {});
  }

  return {
    work,
    /** Loads the stored rows that `references` name, with one query per table. */
    async load(references: Iterable<RowReference>): Promise<void> {
      for (const { table, id } of references) rowsOf(table).want(id);
      await settled([...tables.values()].map((changes) => changes.load(tx, schema)));
    },
    /** Starts to write the changes so far; more may be collected meanwhile. Not for tables with `areNew`. */
    async writeAhead(): Promise<void> {
      await beginWriting();
      // The statement is only sent when the event loop gets a turn.
      await setImmediate();
    },
    /** Writes all changes that are not written yet. */
    async flush(): Promise<void> {
      await beginWriting();
      // During a rebuild, `finishFilling` fills the derived tables at the end.
      const following = countsLater ? [] : [...derived.values()];
      await settled([writing, ...following.map((each) => each.flush(tx, schema))]);
    },
  };
}
