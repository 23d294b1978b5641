import type pg from 'pg';
import { deleteRowsOf } from './delete-rows-of.ts';
import { columnList, givenRows, parametersOf } from './statements.ts';
import { type Counter, countedKey, type Facet, type Use } from './table.ts';
import type { WritePart } from './write-statement.ts';

/** The changes of a batch to one facet. */
export type FacetChanges<Row extends Use> = {
  replace(anecdote: string, uses: readonly Row[], options: { isNew: boolean }): void;
  forget(account: string): void;
  /** Deletes the rows of forgotten accounts; to be called before the other changes are written. */
  forgetRows(tx: pg.ClientBase, schema: string): Promise<void>;
  /** Returns the parts of a statement that write the other changes, and clears these. */
  takeParts(schema: string): WritePart[];
};

/**
 * Collects the new uses of anecdotes. The `counters` of the facet change by the rows that were really deleted and
 * inserted, so that a repeated event counts nothing twice. With `areNew` no uses of these anecdotes are stored yet.
 */
export function facetChanges<Row extends Use>(
  facet: Facet<Row>,
  counters: readonly Counter[],
  { areNew }: { areNew: boolean },
): FacetChanges<Row> {
  const changed = new Map<string, readonly Row[]>();
  /** Anecdotes that had no stored uses before this batch. */
  const begun = new Set<string>();
  const forgotten = new Set<string>();

  return {
    replace(anecdote, uses, { isNew }) {
      if (isNew && !changed.has(anecdote)) begun.add(anecdote);
      changed.set(anecdote, uses);
    },
    forget(account) {
      forgotten.add(account);
      for (const [anecdote, [use]] of changed) if (use?.owner === account) changed.delete(anecdote);
    },
    async forgetRows(tx, schema) {
      for (const account of forgotten) {
        for (const { name } of [facet, ...counters]) {
          await deleteRowsOf(tx, { schema, table: name, column: 'owner' }, account);
        }
      }
      forgotten.clear();
    },
    takeParts(schema) {
      const added = [...changed.values()].flat();
      const withdrawn = areNew ? [] : [...changed.keys()].filter((anecdote) => !begun.has(anecdote));
      changed.clear();
      begun.clear();
      if (added.length === 0 && withdrawn.length === 0) return [];
      const isWithdrawing = withdrawn.length > 0;
      const parts: WritePart[] = [];
      if (isWithdrawing) parts.push(withdrawal(facet, schema, withdrawn));
      if (added.length > 0) parts.push(addition(facet, schema, { isWithdrawing }, added));
      const moves = { added: added.length > 0, gone: isWithdrawing };
      return [...parts, ...counters.map((counter) => count(facet, schema, counter, moves))];
    },
  };
}

function withdrawal(
  { name, columns }: Pick<Facet<Use>, 'name' | 'columns'>,
  schema: string,
  anecdotes: readonly string[],
): WritePart {
  return {
    key: `withdraw ${schema}.${name}`,
    expressions: (first) => `gone_${name} as (
      delete from ${schema}.${name} where anecdote = any($${first}::uuid[]) returning ${columnList(columns)})`,
    values: [anecdotes],
  };
}

/** Uses that are stored already, such as those of a repeated event, are neither added nor counted again. */
function addition(
  { name, columns }: Pick<Facet<Use>, 'name' | 'columns'>,
  schema: string,
  { isWithdrawing }: { isWithdrawing: boolean },
  added: readonly object[],
): WritePart {
  const list = columnList(columns);
  // Counting the withdrawn rows makes the database delete them all before it inserts.
  const afterwards = isWithdrawing ? `where (select count(*) from gone_${name}) >= 0` : '';
  return {
    key: `${isWithdrawing ? 'replace' : 'use'} ${schema}.${name}`,
    expressions: (first) => `added_${name} as (
      insert into ${schema}.${name} (${list}) select ${list} from ${givenRows(columns, first)} ${afterwards}
      on conflict do nothing returning ${list})`,
    values: parametersOf(columns, added),
  };
}

/** Changes a counter by the uses that were added and withdrawn. A counter that reaches 0 has no row. */
function count(
  facet: Pick<Facet<Use>, 'name' | 'columns'>,
  schema: string,
  { name, countedBy }: Counter,
  uses: { added: boolean; gone: boolean },
): WritePart {
  const columns = Object.keys(countedBy).map((column) => `"${column}"`);
  const key = columns.join(', ');
  const isSame = columns.map((column) => `c.${column} = m.${column}`).join(' and ');
  const counted = countedKey(facet, countedBy);
  const sources = [
    ...(uses.added ? [`select ${counted}, 1 as by from added_${facet.name}`] : []),
    ...(uses.gone ? [`select ${counted}, -1 as by from gone_${facet.name}`] : []),
  ];
  const moved = `moved_${name} as materialized (
    select ${key}, sum(by)::int4 as by from (${sources.join(' union all ')}) uses group by ${key} having sum(by) <> 0)`;
  const more = `more_${name} as (
    insert into ${schema}.${name} as c (${key}, count) select ${key}, by from moved_${name} where by > 0
    on conflict (${key}) do update set count = c.count + excluded.count)`;
  const fewer = `fewer_${name} as (
    update ${schema}.${name} c set count = c.count + m.by
    from moved_${name} m where m.by < 0 and ${isSame} and c.count + m.by > 0)`;
  const none = `none_${name} as (
    delete from ${schema}.${name} c using moved_${name} m where m.by < 0 and ${isSame} and c.count + m.by <= 0)`;
  return {
    key: `count ${schema}.${name} ${Object.keys(uses)
      .filter((kind) => uses[kind as keyof typeof uses])
      .join(' ')}`,
    expressions: () => [moved, ...(uses.added ? [more] : []), ...(uses.gone ? [fewer, none] : [])].join(',\n'),
    values: [],
  };
}
