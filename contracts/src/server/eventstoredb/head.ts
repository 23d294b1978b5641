import type { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { EventId, Position } from '../../ids.ts';
import { streamCategories } from '../../streams.ts';
import { openCall } from './calls.ts';

/** How many events the server examines at once when it filters. */
const SEARCH_WINDOW = 1_000;

/**
 * The position of the last event in a stream of this product, 0 when there is none. Uses gRPC directly: the client
 * cannot read all streams with a filter, and without one the last event is often one of the server's own.
 */
export function readHead(client: EventStoreDBClient, milliseconds: number): Promise<Position> {
  const options = lastEvent();
  options.setFilter(filterBy('stream', streamCategories));
  return readPosition(client, milliseconds, options);
}

/** A filter for events whose stream or type begins with one of `prefixes`. */
export function filterBy(what: 'stream' | 'type', prefixes: readonly string[]): ReadReq.Options.FilterOptions {
  const { FilterOptions } = streams.ReadReq.Options;
  const names = new FilterOptions.Expression();
  names.setPrefixList([...prefixes]);
  const filter = new FilterOptions();
  if (what === 'stream') filter.setStreamIdentifier(names);
  else filter.setEventType(names);
  filter.setMax(SEARCH_WINDOW);
  filter.setCheckpointintervalmultiplier(1);
  return filter;
}

/** The position of the last event in any stream. */
export function readEnd(client: EventStoreDBClient, milliseconds: number): Promise<Position> {
  const options = lastEvent();
  options.setNoFilter(new shared.Empty());
  return readPosition(client, milliseconds, options);
}

/** The id of the event at `position`, in any stream; undefined when no event has this position. */
export async function readIdAt(
  client: EventStoreDBClient,
  milliseconds: number,
  position: Position,
): Promise<EventId | undefined> {
  const from = new streams.ReadReq.Options.Position();
  from.setCommitPosition(String(position));
  from.setPreparePosition(String(position));
  const options = oneEvent(streams.ReadReq.Options.ReadDirection.FORWARDS);
  options.getAll()?.setPosition(from);
  options.setNoFilter(new shared.Empty());
  try {
    const event = await readEvent(client, milliseconds, options);
    if (event === undefined || BigInt(event.getCommitPosition()) !== position) return undefined;
    return event.getId()?.getString().toLowerCase() as EventId;
  } catch (error) {
    if (isInvalidPosition(error)) return undefined;
    throw error;
  }
}

/** Status codes of gRPC. */
const UNKNOWN = 2;
const INVALID_ARGUMENT = 3;

/** For a position without an event, newer servers answer INVALID_ARGUMENT and older ones UNKNOWN. */
function isInvalidPosition(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === INVALID_ARGUMENT || code === UNKNOWN;
}

async function readPosition(
  client: EventStoreDBClient,
  milliseconds: number,
  options: ReadReq.Options,
): Promise<Position> {
  const event = await readEvent(client, milliseconds, options);
  return event === undefined ? 0n : BigInt(event.getCommitPosition());
}

/** Reads from the leader: a follower that lags would not have events that another node has delivered already. */
async function readEvent(
  client: EventStoreDBClient,
  milliseconds: number,
  options: ReadReq.Options,
): Promise<ReadResp.ReadEvent.RecordedEvent | undefined> {
  const request = new streams.ReadReq();
  request.setOptions(options);
  const call = await openCall(client, 'readAll', { milliseconds, requiresLeader: true }, (service, ...parameters) =>
    service.read(request, ...parameters).on('error', () => {}),
  );
  for await (const response of call as AsyncIterable<ReadResp>) {
    const event = response.getEvent()?.getEvent();
    if (event !== undefined) return event;
  }
  return undefined;
}

function lastEvent(): ReadReq.Options {
  const options = oneEvent(streams.ReadReq.Options.ReadDirection.BACKWARDS);
  options.getAll()?.setEnd(new shared.Empty());
  return options;
}

function oneEvent(direction: ReadReq.Options.ReadDirection): ReadReq.Options {
  const { Options } = streams.ReadReq;
  const uuids = new Options.UUIDOption();
  uuids.setString(new shared.Empty());
  const options = new Options();
  options.setAll(new Options.AllOptions());
  options.setReadDirection(direction);
  options.setCount('1');
  options.setUuidOption(uuids);
  return options;
}
