import { convertGrpcRecord } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js';
import type { StoredEvent } from '../../event.ts';
import type { Position } from '../../ids.ts';
import { streamCategories } from '../../streams.ts';
import type { EventStoreDbConnection } from './connection.ts';
import { toStoredEvent } from './event.ts';
import { filterBy, openRead, readRequest } from './read-request.ts';

const READ_MS = 10_000;
const PAGE = 500;
const FIRST_PAGE = 10;

/** The first event in a stream of this product, undefined while there is none. */
export async function readFirst(connection: EventStoreDbConnection): Promise<StoredEvent | undefined> {
  return (await readPage(connection, filterBy('stream', streamCategories), 0n, FIRST_PAGE)).find(isOurs);
}

/** The events of `types` in streams of this product after position `after`, in the order of the log. */
export async function* readTypes(
  connection: EventStoreDbConnection,
  types: readonly string[],
  after: Position,
): AsyncGenerator<StoredEvent, void, void> {
  const isWanted = ({ type, stream }: StoredEvent) =>
    types.includes(type) && streamCategories.some((prefix) => stream.startsWith(prefix));
  const filter = filterBy('type', types);
  let last = after;
  for (;;) {
    const page = await readPage(connection, filter, last, PAGE);
    // A page includes the event at the position where it begins.
    for (const event of page) if (event.position > last && isWanted(event)) yield event;
    if (page.length < PAGE) return;
    last = page.at(-1)?.position ?? last;
  }
}

/** At most `count` events that `filter` lets through, from position `from` on. */
function readPage(
  connection: EventStoreDbConnection,
  filter: ReturnType<typeof filterBy>,
  from: Position,
  count: number,
): Promise<StoredEvent[]> {
  return connection.call(READ_MS, async (client, signal) => {
    const { answers, cancel } = await openRead(client, READ_MS, readRequest({ from, count, filter }));
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const events: StoredEvent[] = [];
      for await (const answer of answers) {
        const recorded = answer.getEvent()?.getEvent();
        if (recorded !== undefined) events.push(toStoredEvent(convertGrpcRecord(recorded)));
      }
      return events;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  });
}

/** False for the server's own events in our streams, such as the tombstone of a deleted stream. */
function isOurs({ type }: StoredEvent): boolean {
  return !type.startsWith('$');
}
