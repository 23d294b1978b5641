import {
  type AnecdoteId,
  type ApiKeyId,
  type HistoryEntry,
  type HistoryType,
  historyTypes,
  streams,
} from '@anecdotes/contracts';
import { type Selectable, sql } from 'kysely';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { viewTable } from '../db/view-table.ts';
import type { SelectedOf } from '../projection/table.ts';
import { type EventReference, type EventsFound, type LogReader, nameOf, readEvents } from './log-reader.ts';
import { changesOf } from './states.ts';
import { type historyTable, unshownTypes } from './table.ts';

export type HistoryRow = Selectable<SelectedOf<typeof historyTable>>;
/** A row that a history shows. */
type EntryRow = HistoryRow & { readonly type: HistoryType };
type EventRow = Pick<EntryRow, 'id' | 'about' | 'revision' | 'type'>;

const withContent: HistoryType[] = ['AnecdoteCreated', 'AnecdoteEdited', 'AnecdoteRestored'];
const withConnection: HistoryType[] = ['AnecdoteCreated', 'AnecdoteRestored', 'AnecdoteLinked', 'AnecdoteUnlinked'];
/** The types whose events contain more than the row. */
const withMore = new Set<HistoryType>([...withContent, 'AnecdoteLinked']);
const aboutKey = new Set<HistoryType>(historyTypes.key);
const aboutAnecdote = new Set<HistoryType>(historyTypes.anecdote.filter((type) => type !== 'AnecdoteErased'));

const unshown: ReadonlySet<string> = new Set(unshownTypes);

export function isInHistory(row: HistoryRow): row is EntryRow {
  return !unshown.has(row.type);
}

/**
 * The entries of `rows`, in their order, with what the log contains of them. Entries of an anecdote whose secret was
 * destroyed a moment ago are left out. Throws the problem UNAVAILABLE.
 */
export async function entriesOf(db: ViewsDatabase, log: LogReader, rows: readonly EntryRow[]): Promise<HistoryEntry[]> {
  const changes = rows.filter(({ type }) => aboutAnecdote.has(type));
  const facts = [...(await lastBefore(db, changes)), ...changes];
  const keys = rows.flatMap(({ type, about, key }) => [key ?? [], aboutKey.has(type) ? about : []].flat());
  const events = await readEvents(log, [
    ...facts.filter(({ type }) => withMore.has(type)).map(referenceOf),
    ...[...new Set(keys)].map(creationOf),
  ]);
  const withEvents = facts.map((row) => ({ ...row, event: events.get(nameOf(referenceOf(row))) }));
  const perAnecdote = Map.groupBy(withEvents, ({ about }) => about).values();
  const changed = new Map([...perAnecdote].flatMap((ofOne) => [...changesOf(ofOne)]));
  return rows.flatMap((row) => {
    const change = changed.get(row.id);
    return aboutAnecdote.has(row.type) && change === undefined ? [] : [entryOf(row, change, events)];
  });
}

function entryOf(
  { id, type, at, about, revision, channel, key, operation, operation_kind: kind }: EntryRow,
  change: Omit<NonNullable<HistoryEntry['anecdote']>, 'id' | 'revision'> | undefined,
  events: EventsFound,
): HistoryEntry {
  return {
    id,
    type,
    at: at.toISOString(),
    through: { channel, key: namedKey(key, events) },
    operation: operation === null || kind === null ? null : { id: operation, kind },
    anecdote: change === undefined ? null : { id: about, revision, ...change },
    key: aboutKey.has(type) ? namedKey(about, events) : null,
  };
}

function referenceOf({ about, revision }: Pick<HistoryRow, 'about' | 'revision'>): EventReference {
  return { stream: streams.anecdote(about as AnecdoteId), revision };
}

function creationOf(key: string): EventReference {
  return { stream: streams.apiKey(key as ApiKeyId), revision: 0 };
}

function namedKey(id: string | null, events: EventsFound): HistoryEntry['key'] {
  if (id === null) return null;
  const created = events.get(nameOf(creationOf(id)));
  return { id, name: created?.type === 'ApiKeyCreated' ? created.data.name : null };
}

const history = viewTable('history');

/** For each anecdote the last events before `changes` that contain its content and its connection. */
async function lastBefore(db: ViewsDatabase, changes: readonly EntryRow[]): Promise<EventRow[]> {
  const first = new Map<string, number>();
  for (const { about, revision } of changes) first.set(about, Math.min(revision, first.get(about) ?? revision));
  const later = [...first].filter(([, revision]) => revision > 0);
  if (later.length === 0) return [];
  const last = (types: readonly HistoryType[]) => sql`(
    select h.id, h.about, h.revision, h.type from ${history} h
    where h.about = first.about and h.revision < first.revision and h.type = any(${types}::text[])
    order by h.revision desc limit 1)`;
  const { rows } = await sql<EventRow>`
    select distinct found.*
    from unnest(${later.map(([about]) => about)}::uuid[], ${later.map(([, revision]) => revision)}::int4[])
      as first (about, revision)
    cross join lateral (${last(withContent)} union all ${last(withConnection)}) found ${fixedShape}`.execute(db);
  return rows;
}
