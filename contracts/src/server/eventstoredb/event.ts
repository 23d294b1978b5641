import type { EventMetadata, JsonObject, StoredEvent } from '../../event.ts';
import type { EventId } from '../../ids.ts';

/** An event as the client returns it. */
type ClientEvent = {
  id: string;
  streamId: string;
  revision: bigint;
  type: string;
  isJson: boolean;
  data: unknown;
  metadata?: unknown;
  created: Date;
  position?: { commit: bigint } | undefined;
};

/**
 * Converts an event of the client. Data or metadata that are not JSON (another program wrote into our streams) become
 * empty, which no reader of events accepts. Throws when the server sends no position.
 */
export function toStoredEvent(event: ClientEvent): StoredEvent {
  const commit = event.position?.commit;
  if (commit === undefined || commit === NO_POSITION) {
    throw new Error('The server sends no positions of events. EventStoreDB 22.10 or later is needed.');
  }
  return {
    id: event.id.toLowerCase() as EventId,
    stream: event.streamId,
    revision: Number(event.revision),
    position: commit,
    type: event.type,
    data: event.isJson && isObject(event.data) ? event.data : {},
    metadata: (isObject(event.metadata) ? event.metadata : {}) as EventMetadata,
    recordedAt: event.created,
  };
}

/** What servers before 22.6 send for the events of a stream. */
const NO_POSITION = 2n ** 64n - 1n;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
