import { convertGrpcRecord } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredEvent } from '../../event.ts';
import type { Position } from '../../ids.ts';
import { streamCategories } from '../../streams.ts';
import { openCall } from './calls.ts';
import type { EventStoreDbConnection } from './connection.ts';
import { toStoredEvent } from './event.ts';
import { filterBy } from './head.ts';

const READ_MS = 10_000;
const PAGE = 500;
const FIRST_PAGE = 10;

type Filter = ReadReq.Options.FilterOptions;

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
  filter: Filter,
  from: Position,
  count: number,
): Promise<StoredEvent[]> {
  const request = new streams.ReadReq();
  request.setOptions(optionsOf(filter, from, count));
  return connection.call(READ_MS, async (client, signal) => {
    const parameters = { milliseconds: READ_MS, requiresLeader: true };
    const call = await openCall(client, 'readAll', parameters, (service, ...rest) =>
      service.read(request, ...rest).on('error', () => {}),
    );
    const stop = () => call.cancel();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const events: StoredEvent[] = [];
      for await (const response of call as AsyncIterable<ReadResp>) {
        const recorded = response.getEvent()?.getEvent();
        if (recorded !== undefined) events.push(toStoredEvent(convertGrpcRecord(recorded)));
      }
      return events;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  });
}

/** False for the server's own events in our streams, such as the tombstone of a deleted stream. */
function isOurs({ type }: StoredEvent): boolean {
  return !type.startsWith('$');
}

function optionsOf(filter: Filter, from: Position, count: number): ReadReq.Options {
  const { Options } = streams.ReadReq;
  const all = new Options.AllOptions();
  if (from === 0n) all.setStart(new shared.Empty());
  else {
    const position = new Options.Position();
    position.setCommitPosition(String(from));
    position.setPreparePosition(String(from));
    all.setPosition(position);
  }
  const uuids = new Options.UUIDOption();
  uuids.setString(new shared.Empty());
  const options = new Options();
  options.setAll(all);
  options.setReadDirection(Options.ReadDirection.FORWARDS);
  options.setCount(String(count));
  options.setUuidOption(uuids);
  options.setFilter(filter);
  return options;
}
