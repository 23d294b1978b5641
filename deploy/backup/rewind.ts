import { type AccountId, type ApiKeyId, type SessionId, streamPrefix, streams } from '@anecdotes/contracts';
import type { ChainedEvent } from './read-backup.ts';

/*
 * Takes the vault of a backup back to an earlier position of its log: rows that were created after it are left out.
 * What was changed or deleted in the vault after it, such as a password or an API key, stays changed or deleted.
 */

/** Prefixes of the streams whose events are about rows of the vault. */
const VAULT_STREAMS = (['account', 'session', 'apiKey', 'username', 'email', 'redditPost'] as const).map(streamPrefix);

/** Tables of unfinished work and of stored answers, which may refer to events after the end of the log. */
const UNFINISHED_WORK = ['pending_event', 'idempotency', 'operation', 'import_part'];

/** Yields the same events, and adds to `known` the names of the streams about rows of the vault. */
export async function* collectStreams(
  events: AsyncIterable<ChainedEvent>,
  known: Set<string>,
): AsyncGenerator<ChainedEvent, void, void> {
  for await (const event of events) {
    if (VAULT_STREAMS.some((prefix) => event.stream.startsWith(prefix))) known.add(event.stream);
    yield event;
  }
}

/** True for a row that was created after the end of a log that has the streams `known`. */
export function isNewerThanLog(
  known: ReadonlySet<string>,
  table: string,
  row: Readonly<Record<string, unknown>>,
): boolean {
  if (UNFINISHED_WORK.includes(table)) return true;
  const stream = streamOf(table, row);
  return stream !== undefined && !known.has(stream);
}

/** The stream with the events about a row; undefined where there is none. */
function streamOf(table: string, { id, account, stream }: Readonly<Record<string, unknown>>) {
  if (table === 'credential') return streams.account(account as AccountId);
  if (table === 'session') return streams.session(id as SessionId);
  if (table === 'api_key') return streams.apiKey(id as ApiKeyId);
  return table === 'reservation' ? String(stream) : undefined;
}
