import shared, { type UUID } from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import type { LoggedEvent } from './log.ts';

/** A refusal as a server sends it: a status, and trailers by which the client distinguishes errors. */
export type Refusal = Pick<StatusObject, 'code' | 'details' | 'metadata'>;

export function refusal(code: status, details: string, trailers: Record<string, string> = {}): Refusal {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return { code, details, metadata };
}

export const unavailable = () => refusal(status.UNAVAILABLE, 'Server Is Not Ready');
export const invalid = (details: string) => refusal(status.INVALID_ARGUMENT, details);
export const invalidPosition = (isSubscription: boolean) =>
  isSubscription
    ? invalid('Trying to read from an invalid position.')
    : refusal(status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition');
export const streamDeleted = (stream: string) =>
  refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
export const notLeader = (port: number) =>
  refusal(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(port),
  });

/** Servers write ids as two halves of 64 bits. */
export function structuredUuid(text: string): UUID {
  const hex = text.replaceAll('-', '');
  const half = (digits: string) => BigInt.asIntN(64, BigInt(`0x${digits}`)).toString();
  const halves = new shared.UUID.Structured();
  halves.setMostSignificantBits(half(hex.slice(0, 16)));
  halves.setLeastSignificantBits(half(hex.slice(16)));
  const uuid = new shared.UUID();
  uuid.setStructured(halves);
  return uuid;
}

export function textUuid(text: string): UUID {
  const uuid = new shared.UUID();
  uuid.setString(text);
  return uuid;
}

/** The id of a message in its text form, in lower case; undefined when it is not a UUID. */
export function readUuid(uuid: UUID | undefined): string | undefined {
  const text = uuid?.getString() ?? '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined;
}

export function readName(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function streamIdentifier(stream: string) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, 'utf8'));
  return identifier;
}

const TICKS_PER_MILLISECOND = 10_000n;

export function eventMessage(event: LoggedEvent): ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(textUuid(event.id));
  recorded.setStreamIdentifier(streamIdentifier(event.stream));
  recorded.setStreamRevision(String(event.revision));
  recorded.setCommitPosition(String(event.position));
  recorded.setPreparePosition(String(event.position));
  const map = recorded.getMetadataMap();
  map.set('type', event.type);
  map.set('content-type', event.contentType);
  map.set('created', String(BigInt(event.created.getTime()) * TICKS_PER_MILLISECOND));
  recorded.setData(event.data);
  recorded.setCustomMetadata(event.metadata);
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(recorded);
  read.setCommitPosition(String(event.position));
  const response = new streams.ReadResp();
  response.setEvent(read);
  return response;
}

export function checkpointMessage(position: bigint): ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const response = new streams.ReadResp();
  response.setCheckpoint(checkpoint);
  return response;
}
