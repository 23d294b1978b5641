import { settled } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { deleteRowsOf } from './delete-rows-of.ts';
import { columnList, givenRows, parametersOf } from './statements.ts';
import type { Columns, Counter, Facet, Use } from './table.ts';

/** The changes of a batch to one facet. */
export type FacetChanges<Row extends Use> = {
  replace(anecdote: string, uses: readonly Row[]): void;
  forget(account: string): void;
  flush(tx: pg.ClientBase, schema: string): Promise<void>;
};

/**
 * Collects the new uses of anecdotes; `counters` of the facet move by what was really deleted and inserted, never by a
 * blind one. With `areNew` nothing is stored yet of what they are about.
 */
export function facetChanges<Row extends Use>(
  facet: Facet<Row>,
  counters: readonly Counter[],
  { areNew }: { areNew: boolean },
): FacetChanges<Row> {
  const changed = new Map<string, readonly Row[]>();
  const forgotten = new Set<string>();

  return {
    replace(anecdote, uses) {
      changed.set(anecdote, uses);
    },
    forget(account) {
      forgotten.add(account);
      for (const [anecdote, [use]] of changed) if (use?.owner === account) changed.delete(anecdote);
    },
    async flush(tx, schema) {
      for (const account of forgotten) {
        for (const { name } of [facet, ...counters]) {
          await deleteRowsOf(tx, { schema, table: name, column: 'owner' }, account);
        }
      }
      forgotten.clear();
      if (changed.size === 0) return;
      const columns = columnList(facet.columns);
      const withdraw = {
        name: `withdraw ${schema}.${facet.name}`,
        text: `delete from ${schema}.${facet.name} where anecdote = any($1::uuid[]) returning ${asWritten(facet.columns)}`,
        values: [[...changed.keys()]],
      };
      const use = {
        name: `use ${schema}.${facet.name}`,
        text: `insert into ${schema}.${facet.name} (${columns}) select ${columns} from ${givenRows(facet.columns)}`,
      };
      const added = [...changed.values()].flat();
      const values = parametersOf(facet.columns, added);
      changed.clear();
      const [gone] = await settled([
        areNew ? Promise.resolve([]) : tx.query<Row>(withdraw).then(({ rows }) => rows),
        added.length > 0 ? tx.query({ ...use, values }) : Promise.resolve(),
      ]);
      await settled(counters.map((counter) => count(tx, schema, counter, added, gone)));
    },
  };
}

/** Values as a projector writes them: texts, and lists of texts. */
function asWritten(columns: Columns): string {
  return Object.entries(columns)
    .map(([column, { type }]) => `"${column}"${type.endsWith('[]') ? '' : '::text'} as "${column}"`)
    .join(', ');
}

async function count<Row extends Use>(
  tx: pg.ClientBase,
  schema: string,
  counter: Counter,
  added: readonly Row[],
  gone: readonly Row[],
): Promise<void> {
  const changes = netChanges(counter, added, gone);
  if (changes.length === 0) return;
  const table = `${schema}.${counter.name}`;
  const names = Object.keys(counter.countedBy);
  const key = names.map((name) => `"${name}"`).join(', ');
  const records = givenRows(counter.columns);
  const same = names.map((name) => `c."${name}" = r."${name}"`).join(' and ');
  const move = {
    name: `count ${table}`,
    text: `insert into ${table} as c (${key}, count) select ${key}, count from ${records}
           on conflict (${key}) do update set count = c.count + excluded.count`,
  };
  const drop = { name: `drop ${table}`, text: `delete from ${table} c using ${records} where ${same} and c.count = 0` };
  const fewer = changes.filter((change) => Number(change.count) < 0);
  await settled([
    tx.query({ ...move, values: parametersOf(counter.columns, changes) }),
    fewer.length > 0 ? tx.query({ ...drop, values: parametersOf(counter.columns, fewer) }) : Promise.resolve(),
  ]);
}

/** One record per counter that really moves: its key and by how much. */
function netChanges<Row extends Use>(
  counter: Counter,
  added: readonly Row[],
  gone: readonly Row[],
): Record<string, unknown>[] {
  const columns = Object.entries(counter.countedBy);
  const changes = new Map<string, { key: Record<string, unknown>; count: number }>();
  const move = (name: string, valuesOf: () => readonly unknown[], by: number) => {
    const change = changes.get(name);
    if (change !== undefined) {
      change.count += by;
      return;
    }
    const values = valuesOf();
    changes.set(name, { key: Object.fromEntries(columns.map(([own], index) => [own, values[index]])), count: by });
  };
  const moveAll = (use: Row, by: number) => {
    const values = columns.map(([, column]): unknown => use[column as keyof Row]);
    const list = values.findIndex(Array.isArray);
    const name = JSON.stringify(list === -1 ? values : values.with(list, null));
    if (list === -1) move(name, () => values, by);
    else for (const element of values[list] as unknown[]) move(name + element, () => values.with(list, element), by);
  };
  for (const use of added) moveAll(use, 1);
  for (const use of gone) moveAll(use, -1);
  return [...changes.values()].filter(({ count }) => count !== 0).map(({ key, count }) => ({ ...key, count }));
}
