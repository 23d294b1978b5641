import type { StoredEvent } from '@anecdotes/contracts';
import type { AuditedSystem } from '../audit/system.ts';
import { eventsOf } from '../shared/events-of.ts';
import type { Progress } from '../shared/progress.ts';

const READ_WITHIN_MS = 10_000;

/** The event with `id`; undefined when the log has none. EventStoreDB has no index of ids: the whole log is read. */
export async function findEvent(
  { source, logPool }: Pick<AuditedSystem, 'source' | 'logPool'>,
  id: string,
  progress: Progress,
): Promise<StoredEvent | undefined> {
  if (logPool !== undefined) {
    const { rows } = await logPool.query<{ stream: string; revision: number }>(
      'select stream, revision from log.events where event_id = $1',
      [id],
    );
    const [found] = rows;
    if (found === undefined) return undefined;
    const signal = AbortSignal.timeout(READ_WITHIN_MS);
    return (await source.readStream(found.stream, { from: found.revision, limit: 1, signal }))[0];
  }
  const head = await source.head();
  for await (const event of eventsOf(source, head)) {
    if (event.id === id) return event;
    progress.step('Searching', event.position, head);
  }
  return undefined;
}
