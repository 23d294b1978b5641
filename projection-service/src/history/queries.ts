import {
  type AccountId,
  type ChangedAnecdotes,
  type HistoryEntry,
  type HistoryFilter,
  type HistoryKind,
  type HistoryPage,
  type HistoryPageParameters,
  type HistoryParameters,
  type HistoryType,
  historyTypes,
  limits,
  RESTORE_PERIOD_MS,
  succeed,
} from '@anecdotes/contracts';
import { type SelectQueryBuilder, sql } from 'kysely';
import { periodOf } from '../anecdotes/period.ts';
import type { ViewsDatabase } from '../db/database.ts';
import type { Keyset } from '../keyset.ts';
import type { Views } from '../read-models.ts';
import { collapseOperation } from './collapse-operation.ts';
import { entriesOf, type HistoryRow, isInHistory } from './entries.ts';
import type { LogReader } from './log-reader.ts';

export type HistoryReader = LogReader & { readonly db: ViewsDatabase; readonly keyset: Keyset };

/** The limit of the texts in an answer, in UTF-16 code units; the answer ends with the entry that exceeds it. */
const TEXT_BUDGET = 1_000_000;

/** The changes of `account`; only those of its journal if `isWhole` is false. */
export async function historyOf(
  reader: HistoryReader,
  account: AccountId,
  { limit, cursor, collapse_operations: collapses = false, ...filter }: HistoryParameters,
  isWhole: boolean,
): Promise<HistoryPage> {
  const list = [account, 'history', filter, isWhole];
  const rows = filtered(reader.db, account, filter).$if(!isWhole, (query) => query.where(isOf('anecdote')));
  const found = await page(reader, rows.selectAll(), { list, by: 'position', limit, cursor });
  return collapses ? collapseOperation(found, rows, reader.keyset, list) : found;
}

/** The anecdotes of `account` that changes passing `filter` are about, including deleted ones. */
export async function changedAnecdotes(
  db: ViewsDatabase,
  account: AccountId,
  filter: HistoryFilter,
): Promise<ChangedAnecdotes> {
  const rows = await filtered(db, account, filter)
    .select('about')
    .where(isOf('anecdote'))
    .where('type', '<>', 'AnecdoteErased')
    .groupBy('about')
    .orderBy(sql`max(position)`, 'desc')
    .limit(limits.operation + 1)
    .execute();
  const anecdotes = rows.slice(0, limits.operation).map(({ about }) => about);
  return { anecdotes, complete: rows.length === anecdotes.length };
}

function filtered(db: ViewsDatabase, account: AccountId, filter: HistoryFilter) {
  const { from, before } = periodOf(filter.date_from, filter.date_to, filter.time_zone ?? 'UTC');
  const { kind, key, operation } = filter;
  return db
    .selectFrom('history')
    .where('account', '=', account)
    .where(sql<boolean>`type not like 'SameHere%'`)
    .$if(kind !== undefined, (query) => query.where(isOf(kind as HistoryKind)))
    .$if(key !== undefined, (query) => query.where('key', '=', key as string))
    .$if(operation !== undefined, (query) => query.where('operation', '=', operation as string))
    .$if(from !== undefined, (query) => query.where(sql<boolean>`at >= ${from}::timestamptz`))
    .$if(before !== undefined, (query) => query.where(sql<boolean>`at < ${before}::timestamptz`));
}

/** The conditions must be the same as those of the indexes. */
function isOf(kind: HistoryKind) {
  switch (kind) {
    case 'anecdote':
      return sql<boolean>`type like 'Anecdote%'`;
    case 'import':
      return sql<boolean>`type = 'AnecdoteCreated'
        and (channel = 'import' or operation_kind in ('import', 'batch', 'sample-data'))`;
    case 'account':
    case 'key':
      return sql<boolean>`type not like 'Anecdote%' and type = any(${[...historyTypes[kind]]}::text[])`;
  }
}

/** The changes of the anecdote `id` of `account`, even if it is deleted; undefined when there are none. */
export async function historyOfAnecdote(
  reader: HistoryReader,
  account: AccountId,
  id: string,
  { limit, cursor }: HistoryPageParameters,
): Promise<HistoryPage | undefined> {
  const rows = reader.db
    .selectFrom('history')
    .selectAll()
    .where('about', '=', id)
    .where('account', '=', account)
    .where(isOf('anecdote'))
    .where('type', '<>', 'AnecdoteErased');
  const found = await page(reader, rows, { list: [account, 'history', id], by: 'revision', limit, cursor });
  return found.data.length === 0 && cursor === undefined ? undefined : found;
}

/** The deletions in the journal of `account` that can still be undone at `now`. */
export function trashOf(
  reader: HistoryReader,
  account: AccountId,
  { limit, cursor }: HistoryPageParameters,
  now: Date,
): Promise<HistoryPage> {
  const rows = deletionsOf(reader.db, account, now);
  return page(reader, rows, { list: [account, 'trash'], by: 'position', limit, cursor });
}

/** The rows of the deletions in the journal of `account` that can still be undone at `now`, in no order. */
export function deletionsOf(db: ViewsDatabase, account: AccountId, now: Date) {
  const since = new Date(now.getTime() - RESTORE_PERIOD_MS).toISOString();
  return db
    .selectFrom('history')
    .selectAll()
    .where('account', '=', account)
    .where(sql<boolean>`type = 'AnecdoteDeleted'`)
    .where(sql<boolean>`at >= ${since}::timestamptz`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('history as later')
            .select('later.id')
            .whereRef('later.about', '=', 'history.about')
            .whereRef('later.revision', '>', 'history.revision')
            .where('later.type', 'in', ['AnecdoteRestored', 'AnecdoteDeleted'] satisfies HistoryType[]),
        ),
      ),
    );
}

type Rows = SelectQueryBuilder<Views, 'history', HistoryRow>;

/** One page of `rows`, newest first. */
async function page(
  { db, keyset, ...log }: HistoryReader,
  rows: Rows,
  {
    list,
    by,
    limit,
    cursor,
  }: { list: unknown[]; by: 'position' | 'revision'; limit: number; cursor?: string | undefined },
): Promise<HistoryPage> {
  const before = cursor === undefined ? undefined : keyset.decodeCursor(list, cursor, 1)[0];
  const found = await rows
    .$if(before !== undefined, (query) => query.where(sql<boolean>`${sql.ref(by)} < ${before}::int8`))
    .orderBy(by, 'desc')
    .limit(limit + 1)
    .execute();
  const entries = withinBudget(await entriesOf(db, log, found.slice(0, limit).filter(isInHistory)));
  const last = entries.isCut ? found.find(({ id }) => id === entries.shown.at(-1)?.id) : found[limit - 1];
  const hasMore = last !== undefined && last !== found.at(-1);
  return {
    ...succeed(entries.shown),
    pagination: { hasMore, nextCursor: hasMore ? keyset.encodeCursor(list, [String(last[by])]) : null },
  };
}

function withinBudget(entries: readonly HistoryEntry[]): { shown: HistoryEntry[]; isCut: boolean } {
  let length = 0;
  const shown = entries.filter(({ anecdote }) => {
    const isWithin = length <= TEXT_BUDGET;
    length += (anecdote?.before?.description.length ?? 0) + (anecdote?.after?.description.length ?? 0);
    return isWithin;
  });
  return { shown, isCut: shown.length < entries.length };
}
