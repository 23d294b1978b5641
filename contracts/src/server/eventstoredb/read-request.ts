import type { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../../ids.ts';
import { openCall } from './calls.ts';

/*
 * Reads of all streams, directly by gRPC: the client cannot read them with a filter, and without one the last event is
 * often one of the server's own.
 */

/** How many events the server examines at once when it filters. */
const SEARCH_WINDOW = 1_000;

type Filter = ReadReq.Options.FilterOptions;

/** A filter for events whose stream or type begins with one of `prefixes`. */
export function filterBy(what: 'stream' | 'type', prefixes: readonly string[]): Filter {
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

/**
 * A request for at most `count` events that `filter` lets through: from position `from` on (0 for the beginning), or
 * backwards from the end.
 */
export function readRequest({ from, count, filter }: { from: Position | 'end'; count: number; filter?: Filter }) {
  const { Options } = streams.ReadReq;
  const { FORWARDS, BACKWARDS } = Options.ReadDirection;
  const all = new Options.AllOptions();
  if (from === 'end') all.setEnd(new shared.Empty());
  else if (from === 0n) all.setStart(new shared.Empty());
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
  options.setReadDirection(from === 'end' ? BACKWARDS : FORWARDS);
  options.setCount(String(count));
  options.setUuidOption(uuids);
  if (filter === undefined) options.setNoFilter(new shared.Empty());
  else options.setFilter(filter);
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
}

/** Sends `request` to the leader: a follower that lags would not have events that another node has delivered already. */
export async function openRead(client: EventStoreDBClient, milliseconds: number, request: ReadReq) {
  const call = await openCall(client, 'readAll', { milliseconds, requiresLeader: true }, (service, ...parameters) =>
    service.read(request, ...parameters).on('error', () => {}),
  );
  return { answers: call as AsyncIterable<ReadResp>, cancel: () => call.cancel() };
}
