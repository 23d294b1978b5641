import {
  type AccountId,
  type CommandId,
  definitionOf,
  type EventId,
  type EventMetadata,
  type NewEvent,
  type StoredEvent,
} from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import type { EventSource } from '@anecdotes/projection-service/event-source';

/** An event for tests of the log itself, which does not look into events. */
export function newEvent(data: Record<string, unknown> = {}, id: string = newId()): NewEvent {
  return {
    id: id as EventId,
    type: 'AnecdoteCreated',
    data,
    metadata: {
      schema_version: 1,
      command_id: id as CommandId,
      correlation_id: id,
      causation_id: id,
      actor: { account_id: id as AccountId, kind: 'person' },
      origin: { channel: 'web' },
      at: '2026-11-20T12:00:00.000Z',
      subject: null,
    },
  };
}

/** The metadata of an event of `type` that `person` caused in their own journal or account. */
export function metadataOf(type: string, person: AccountId, at = new Date().toISOString()): EventMetadata {
  const command = newId();
  return {
    schema_version: definitionOf(type)?.version ?? 1,
    command_id: command as CommandId,
    correlation_id: command,
    causation_id: command,
    actor: { account_id: person, kind: 'person' },
    origin: { channel: 'web' },
    at,
    subject: person,
  };
}

/** The name of a stream that does not exist yet. */
export function newStream(): string {
  return `anecdote-${newId()}`;
}

/** Follows `source` after `after` until `enough` is true for all events received so far; returns these. */
export async function collect(
  source: Pick<EventSource, 'follow'>,
  after: bigint,
  enough: (events: readonly StoredEvent[]) => boolean,
  batchSize = 100,
): Promise<StoredEvent[]> {
  const received: StoredEvent[] = [];
  const stop = new AbortController();
  for await (const batch of source.follow({ after, batchSize, signal: stop.signal })) {
    received.push(...batch.events);
    if (enough(received)) stop.abort();
  }
  return received;
}

/** All events of `source` after `after`. */
export async function eventsAfter(source: EventSource, after: bigint): Promise<StoredEvent[]> {
  const head = await source.head();
  return head <= after ? [] : collect(source, after, (events) => events.at(-1)?.position === head);
}
