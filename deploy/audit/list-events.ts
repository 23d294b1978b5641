import type { Position, StoredEvent } from '@anecdotes/contracts';
import { accountOf } from '@anecdotes/projection-service/projection/quarantine';
import { eventsOf } from '../shared/events-of.ts';
import type { AuditedSystem } from './system.ts';

/** Which events are listed. An event must match every field that is given. */
export type EventFilter = {
  readonly stream?: string;
  readonly type?: string;
  /** Whose journal or account the event is about, or who caused it. */
  readonly account?: string;
  readonly since?: Date;
  readonly until?: Date;
};

/** An event without its sealed data. */
export type ListedEvent = Omit<StoredEvent, 'data'> & {
  readonly data: Record<string, unknown>;
  readonly isSealed: boolean;
};

/** The events that match `filter`, after position `after` to the end of the log, in log order; at most `limit`. */
export async function* eventsThatFit(
  { source }: Pick<AuditedSystem, 'source'>,
  filter: EventFilter,
  { after, limit }: { after: Position; limit: number },
): AsyncGenerator<StoredEvent, void, void> {
  let listed = 0;
  if (limit === 0) return;
  for await (const event of eventsOf(source, await source.head(), after)) {
    if (!fits(event, filter)) continue;
    yield event;
    listed += 1;
    if (listed === limit) return;
  }
}

/** The same events without their sealed data. */
export async function* listEvents(...asked: Parameters<typeof eventsThatFit>): AsyncGenerator<ListedEvent, void, void> {
  for await (const event of eventsThatFit(...asked)) {
    const { sealed, ...data } = event.data;
    yield { ...event, data, isSealed: sealed !== undefined };
  }
}

function fits(event: StoredEvent, { stream, type, account, since, until }: EventFilter): boolean {
  return (
    (stream === undefined || event.stream === stream) &&
    (type === undefined || event.type === type) &&
    (account === undefined || accountOf(event) === account || event.metadata.actor?.account_id === account) &&
    (since === undefined || event.recordedAt >= since) &&
    (until === undefined || event.recordedAt < until)
  );
}
