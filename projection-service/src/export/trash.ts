import {
  type AccountId,
  type AnecdoteId,
  Problem,
  pickContent,
  streams,
  type TrashedAnecdote,
} from '@anecdotes/contracts';
import { openEvents } from '@anecdotes/contracts/server/crypto/journal-codec';
import type { ViewsDatabase } from '../db/database.ts';
import type { HistoryRow } from '../history/entries.ts';
import type { LogReader } from '../history/log-reader.ts';
import { deletionsOf } from '../history/queries.ts';

const STREAMS_AT_ONCE = 20;
const READ_WITHIN_MS = 5_000;

/**
 * What `account` deleted and can restore at `now`, in the order of the ids. `db` knows which anecdotes are in the
 * trash, the log what they contained. Throws the problem UNAVAILABLE.
 */
export async function* trashedAnecdotes(
  db: ViewsDatabase,
  log: LogReader,
  account: AccountId,
  now: Date,
): AsyncGenerator<readonly TrashedAnecdote[]> {
  const deletions = await deletionsOf(db, account, now).orderBy('about').execute();
  for (let from = 0; from < deletions.length; from += STREAMS_AT_ONCE) {
    const some = deletions.slice(from, from + STREAMS_AT_ONCE);
    yield (await Promise.all(some.map((deletion) => trashedAnecdote(log, account, deletion)))).flat();
  }
}

/** Returns nothing for an anecdote that was erased permanently a moment ago. */
async function trashedAnecdote(
  { source, keys }: LogReader,
  account: AccountId,
  { about, revision: limit, at }: HistoryRow,
): Promise<TrashedAnecdote[]> {
  const stored = await source.readStream(streams.anecdote(about as AnecdoteId), {
    from: 0,
    limit,
    signal: AbortSignal.timeout(READ_WITHIN_MS),
  });
  let anecdote: TrashedAnecdote | undefined;
  for (const event of await openEvents(stored, keys)) {
    if (event instanceof Error) throw new Problem('UNAVAILABLE', { retryAfter: 1 });
    if (event === 'erased') return [];
    const { metadata } = event;
    const changed = (changes: Partial<TrashedAnecdote>) =>
      anecdote && { ...anecdote, ...changes, recorded: { ...anecdote.recorded, updated_at: metadata.at } };
    switch (event.type) {
      case 'AnecdoteCreated': {
        const { channel } = metadata.origin;
        const operation = metadata.operation?.kind ?? null;
        anecdote = {
          id: about,
          ...pickContent(event.data),
          connected_to: event.data.connected_to,
          same_here: false,
          recorded: { created_at: metadata.at, updated_at: metadata.at, channel, operation },
          deleted_at: at.toISOString(),
        };
        break;
      }
      case 'AnecdoteEdited':
      case 'AnecdoteRestored':
        anecdote = changed(pickContent(event.data));
        break;
      case 'AnecdoteLinked':
        anecdote = changed({ connected_to: event.data.connected_to });
        break;
      case 'AnecdoteUnlinked':
        anecdote = changed({ connected_to: null });
        break;
      case 'SameHereAdded':
      case 'SameHereWithdrawn':
        if (anecdote && event.data.account === account) {
          anecdote = { ...anecdote, same_here: event.type === 'SameHereAdded' };
        }
    }
  }
  return anecdote === undefined ? [] : [anecdote];
}
