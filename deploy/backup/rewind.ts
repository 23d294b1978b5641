import { type AccountId, type ApiKeyId, type SessionId, streamPrefix, streams } from '@anecdotes/contracts';
import type { ChainedEvent } from './read-backup.ts';

/*
 * The vault of a backup, taken back to an earlier position of its log: what that log knows nothing of is left out.
 * What was changed or deleted in the vault since then, such as a password or an API key, stays so.
 */

/** Beginnings of the names of streams whose events are about rows of the vault. */
const VAULT_STREAMS = (['account', 'session', 'apiKey', 'username', 'email', 'redditPost'] as const).map(streamPrefix);

/** What is under way, or answered before: it may go beyond the end of the log. */
const UNDER_WAY = ['pending_event', 'idempotency', 'operation', 'import_part'];

/** The same events; `known` is given the names of the streams that the vault has rows about. */
export async function* collectStreams(
  events: AsyncIterable<ChainedEvent>,
  known: Set<string>,
): AsyncGenerator<ChainedEvent, void, void> {
  for await (const event of events) {
    if (VAULT_STREAMS.some((prefix) => event.stream.startsWith(prefix))) known.add(event.stream);
    yield event;
  }
}

/** True for a row that came about behind the end of a log that has the streams `known`. */
export function isBehind(known: ReadonlySet<string>, table: string, row: Readonly<Record<string, unknown>>): boolean {
  if (UNDER_WAY.includes(table)) return true;
  const stream = streamOf(table, row);
  return stream !== undefined && !known.has(stream);
}

/** The stream that tells of a row; undefined where none does. */
function streamOf(table: string, { id, account, stream }: Readonly<Record<string, unknown>>) {
  if (table === 'credential') return streams.account(account as AccountId);
  if (table === 'session') return streams.session(id as SessionId);
  if (table === 'api_key') return streams.apiKey(id as ApiKeyId);
  return table === 'reservation' ? String(stream) : undefined;
}
