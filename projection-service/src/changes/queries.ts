import {
  type AccountId,
  type Change,
  type ChangePage,
  type ChangeParameters,
  type EventId,
  type HistoryEntry,
  Problem,
  streamPrefix,
  succeed,
} from '@anecdotes/contracts';
import { sql } from 'kysely';
import type { EventSource } from '../event-source.ts';
import { entriesOf, type HistoryRow, isInHistory } from '../history/entries.ts';
import type { HistoryReader } from '../history/queries.ts';

export type ChangeReader = HistoryReader & { readonly source: Pick<EventSource, 'idAt'> };

/** The limit of the texts in an answer, in UTF-16 code units; the answer ends with the change that exceeds it. */
const TEXT_BUDGET = 1_000_000;

/** The last change that a program has: its position and its id. No other log has that id there. */
type LastChange = { readonly position: bigint; readonly id: string };

const BEGINNING: LastChange = { position: 0n, id: '' };

/**
 * The changes of the journal of `account` after the cursor `after`, in the order of the log. Throws the problems
 * INVALID_CURSOR, LOG_REPLACED and UNAVAILABLE.
 */
export async function changesAfter(
  reader: ChangeReader,
  account: AccountId,
  { after, limit }: Pick<ChangeParameters, 'after' | 'limit'>,
): Promise<ChangePage> {
  const list = [account, 'changes'];
  const last = after === undefined ? BEGINNING : lastChangeOf(reader.keyset.decodeCursor(list, after, 2));
  await expectInLog(reader.source, last);
  const rows = await rowsAfter(reader, account, last, limit + 1);
  const page = rows.slice(0, limit);
  const entries = await entriesOf(reader.db, reader, page.filter(isInHistory));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));

  const changes: Change[] = [];
  let [length, next] = [0, last];
  for (const row of page) {
    if (length > TEXT_BUDGET) break;
    next = row;
    const change = changeOf(row, byId.get(row.id));
    if (change !== undefined) changes.push(change);
    length += change?.anecdote?.content?.description.length ?? 0;
  }
  return {
    ...succeed(changes),
    pagination: {
      nextCursor: reader.keyset.encodeCursor(list, [String(next.position), next.id]),
      hasMore: next.id !== (rows.at(-1)?.id ?? last.id),
    },
  };
}

function lastChangeOf([position = 0, id = '']: readonly (string | number)[]): LastChange {
  return { position: BigInt(position), id: String(id) };
}

/**
 * Throws LOG_REPLACED when the log has another event at the position of `last`: it is another log, or one that was
 * restored and has grown since.
 */
async function expectInLog(source: Pick<EventSource, 'idAt'>, last: LastChange): Promise<void> {
  if (last.position === BEGINNING.position) return;
  const found: EventId | undefined = await source.idAt(last.position).catch(() => {
    throw new Problem('UNAVAILABLE', { retryAfter: 1 });
  });
  if (found !== last.id) throw new Problem('LOG_REPLACED');
}

/**
 * The rows of `account` after `last`, up to the first event of its journal that is parked: that one gets its row later,
 * and a program that already has later rows would miss it.
 */
function rowsAfter(
  { db }: HistoryReader,
  account: AccountId,
  { position }: LastChange,
  limit: number,
): Promise<HistoryRow[]> {
  const waiting = sql`
    select min(q.position) from projection.quarantine q join projection.generation g on g.id = q.generation
    where g.state <> 'scratch' and q.account = ${account}
      and (starts_with(q.stream, ${streamPrefix('anecdote')}) or q.type = 'GuestJournalReset')`;
  return db
    .selectFrom('history')
    .selectAll()
    .where('account', '=', account)
    .where(sql<boolean>`(type like 'Anecdote%' or type = 'GuestJournalReset')`)
    .where(sql<boolean>`position > ${String(position)}::int8`)
    .where(sql<boolean>`position < coalesce((${waiting}), 9223372036854775807)`)
    .orderBy('position')
    .limit(limit)
    .execute();
}

const statuses: { readonly [type: string]: NonNullable<Change['anecdote']>['status'] } = {
  AnecdoteErased: 'erased',
  AnecdoteDeleted: 'deleted',
};

/** Undefined for a change of an anecdote whose secret was destroyed a moment ago; the change of its erasure follows. */
function changeOf(row: HistoryRow, entry: HistoryEntry | undefined): Change | undefined {
  if (row.type === 'GuestJournalReset') {
    const through = { channel: row.channel, key: null };
    return { id: row.id, type: row.type, at: row.at.toISOString(), through, operation: null, anecdote: null };
  }
  if (entry === undefined) return undefined;
  const { id, at, through, operation } = entry;
  const status = statuses[row.type] ?? 'live';
  const content = entry.anecdote?.after ?? null;
  if (status === 'live' && content === null) return undefined;
  const anecdote = { id: row.about, revision: row.revision, status, content };
  return { id, type: row.type as Change['type'], at, through, operation, anecdote };
}
