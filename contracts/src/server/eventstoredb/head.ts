import type { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../../ids.ts';
import { streamCategories } from '../../streams.ts';
import { openCall } from './calls.ts';

/** How many events of other streams the server passes over at once. */
const SEARCH_WINDOW = 1_000;

/**
 * The position of the last event in a stream of this product, 0 when there is none. The client has no call that reads
 * all streams through a filter, and without one the last event is as often as not the server's own.
 */
export function readHead(client: EventStoreDBClient, milliseconds: number): Promise<Position> {
  const { Options } = streams.ReadReq;
  const names = new Options.FilterOptions.Expression();
  names.setPrefixList([...streamCategories]);
  const filter = new Options.FilterOptions();
  filter.setStreamIdentifier(names);
  filter.setMax(SEARCH_WINDOW);
  filter.setCheckpointintervalmultiplier(1);
  const options = lastEvent();
  options.setFilter(filter);
  return readPosition(client, milliseconds, options);
}

/** The position of the last event in any stream. */
export function readEnd(client: EventStoreDBClient, milliseconds: number): Promise<Position> {
  const options = lastEvent();
  options.setNoFilter(new shared.Empty());
  return readPosition(client, milliseconds, options);
}

/** From the leader: a follower that lags would hide events that another node has told of already. */
async function readPosition(
  client: EventStoreDBClient,
  milliseconds: number,
  options: ReadReq.Options,
): Promise<Position> {
  const request = new streams.ReadReq();
  request.setOptions(options);
  const call = await openCall(client, 'readAll', { milliseconds, requiresLeader: true }, (service, ...parameters) =>
    service.read(request, ...parameters).on('error', () => {}),
  );
  for await (const response of call as AsyncIterable<ReadResp>) {
    const event = response.getEvent()?.getEvent();
    if (event !== undefined) return BigInt(event.getCommitPosition());
  }
  return 0n;
}

function lastEvent(): ReadReq.Options {
  const { Options } = streams.ReadReq;
  const all = new Options.AllOptions();
  all.setEnd(new shared.Empty());
  const uuids = new Options.UUIDOption();
  uuids.setString(new shared.Empty());
  const options = new Options();
  options.setAll(all);
  options.setReadDirection(Options.ReadDirection.BACKWARDS);
  options.setCount('1');
  options.setUuidOption(uuids);
  return options;
}
