import { randomUUID } from 'node:crypto';
import type { Position } from '@anecdotes/contracts';
import { openCall } from '@anecdotes/contracts/server/eventstoredb/calls';
import type { EventStoreDBClient } from '@eventstore/db-client';
import shared, { type UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import streams, { type BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Append } from '../event-log.ts';

/** A server's answer to an append; some servers leave out the position if the append was stored before. */
export type Stored =
  | { readonly status: 'appended'; readonly revision: number; readonly position: Position | undefined }
  | { readonly status: 'conflict'; readonly revision: number | null };

/** One gRPC call with many appends in flight at once, each answered separately. */
export type AppendPipe = {
  /** Throws when the call ends before the answer; the outcome is then unknown. */
  append(append: Append): Promise<Stored>;
};

type Waiting = { resolve(stored: Stored): void; reject(error: unknown): void };

/**
 * Opens the call. It replaces the client's own batch append, in which an error of one connection rejects the appends of
 * every other, a late answer crashes the process, and a call that the server ends leaves its appends pending for ever.
 * `onEnd` is called when the call ends; no append succeeds after that.
 */
export async function openAppendPipe(client: EventStoreDBClient, onEnd: () => void): Promise<AppendPipe> {
  const waiting = new Map<string, Waiting>();
  let open = true;

  function end(error: unknown): void {
    open = false;
    onEnd();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function settle(response: BatchAppendResp): void {
    const id = textOf(response.getCorrelationId());
    const waiter = waiting.get(id);
    waiting.delete(id);
    try {
      waiter?.resolve(storedOf(response));
    } catch (error) {
      waiter?.reject(error);
    }
  }

  const call = await openCall(client, 'batchAppend', { requiresLeader: true }, (service, ...parameters) =>
    service
      .batchAppend(...parameters)
      .on('data', settle)
      .on('error', end)
      .on('end', function (this: { end(): void }) {
        this.end();
        end(new Error('the server ended the call'));
      }),
  );

  return {
    async append(append) {
      if (!open) throw new Error('the call has ended');
      const id = randomUUID();
      const request = requestOf(append, id);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        call.write(request);
      });
    },
  };
}

function requestOf({ stream, expectedRevision, events }: Append, correlationId: string): BatchAppendReq {
  const options = new streams.BatchAppendReq.Options();
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, 'utf8'));
  options.setStreamIdentifier(identifier);
  if (expectedRevision === 'any') options.setAny(new shared.Empty());
  else if (expectedRevision === 'no-stream') options.setNoStream(new shared.Empty());
  else options.setStreamPosition(String(expectedRevision));

  const request = new streams.BatchAppendReq();
  request.setCorrelationId(uuidOf(correlationId));
  request.setOptions(options);
  for (const { id, type, data, metadata } of events) {
    const message = new streams.BatchAppendReq.ProposedMessage();
    message.setId(uuidOf(id));
    message.getMetadataMap().set('type', type);
    message.getMetadataMap().set('content-type', 'application/json');
    message.setData(Buffer.from(JSON.stringify(data), 'utf8'));
    message.setCustomMetadata(Buffer.from(JSON.stringify(metadata), 'utf8'));
    request.addProposedMessages(message);
  }
  request.setIsFinal(true);
  return request;
}

function storedOf(response: BatchAppendResp): Stored {
  const error = response.getError();
  if (error !== undefined) return refusalOf(error);
  const success = response.getSuccess();
  if (success === undefined) throw new Error('the server answered an append with neither success nor error');
  const position = success.getPosition()?.getCommitPosition();
  return {
    status: 'appended',
    revision: Number(success.getCurrentRevision()),
    position: position === undefined ? undefined : BigInt(position),
  };
}

/** Thrown when the server timed out; whether it stored the append is unknown. */
export class ServerTimeout extends Error {
  override name = 'ServerTimeout';
}

/** Returns a conflict; throws ServerTimeout for a time-out and another error for everything else. */
function refusalOf(error: Status): Stored {
  const details = error.getDetails();
  const name = details?.getTypeName() ?? '';
  if (name === 'event_store.client.StreamDeleted') return { status: 'conflict', revision: null };
  if (name === 'event_store.client.Timeout') throw new ServerTimeout('the server ran out of time');
  if (name !== 'event_store.client.WrongExpectedVersion') {
    throw Object.assign(new Error('the server refused an append'), { code: name });
  }
  const conflict = details?.unpack(shared.WrongExpectedVersion.deserializeBinary, name);
  const revision = conflict?.hasCurrentStreamRevision() ? Number(conflict.getCurrentStreamRevision()) : null;
  return { status: 'conflict', revision };
}

function uuidOf(text: string): UUID {
  const uuid = new shared.UUID();
  uuid.setString(text);
  return uuid;
}

/** Servers return ids as two halves of 64 bits, even if the request had them as text. */
function textOf(uuid: UUID | undefined): string {
  const halves = uuid?.getStructured();
  if (halves === undefined) return uuid?.getString() ?? '';
  const half = (bits: string) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0');
  const hex = half(halves.getMostSignificantBits()) + half(halves.getLeastSignificantBits());
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
