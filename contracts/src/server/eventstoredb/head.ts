import type { EventStoreDBClient } from '@eventstore/db-client';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { EventId, Position } from '../../ids.ts';
import { streamCategories } from '../../streams.ts';
import { filterBy, openRead, readRequest } from './read-request.ts';

/** The position of the last event in a stream of this product, 0 when there is none. */
export function readHead(client: EventStoreDBClient, milliseconds: number): Promise<Position> {
  return readPosition(client, milliseconds, { filter: filterBy('stream', streamCategories) });
}

/** The position of the last event in any stream. */
export function readEnd(client: EventStoreDBClient, milliseconds: number): Promise<Position> {
  return readPosition(client, milliseconds, {});
}

/** The id of the event at `position`, in any stream; undefined when no event has this position. */
export async function readIdAt(
  client: EventStoreDBClient,
  milliseconds: number,
  position: Position,
): Promise<EventId | undefined> {
  try {
    const event = await readEvent(client, milliseconds, readRequest({ from: position, count: 1 }));
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
  filtered: Pick<Parameters<typeof readRequest>[0], 'filter'>,
): Promise<Position> {
  const event = await readEvent(client, milliseconds, readRequest({ from: 'end', count: 1, ...filtered }));
  return event === undefined ? 0n : BigInt(event.getCommitPosition());
}

async function readEvent(
  client: EventStoreDBClient,
  milliseconds: number,
  request: ReadReq,
): Promise<ReadResp.ReadEvent.RecordedEvent | undefined> {
  const { answers } = await openRead(client, milliseconds, request);
  for await (const answer of answers) {
    const event = answer.getEvent()?.getEvent();
    if (event !== undefined) return event;
  }
  return undefined;
}
