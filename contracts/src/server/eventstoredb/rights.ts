import { randomUUID } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { openCall } from './calls.ts';
import { readEnd } from './head.ts';

/** The rights that a service needs on the log. */
export type Rights = 'read' | 'read and write';

/** A stream with a name of this product that never exists. */
const RESERVED_STREAM = 'anecdote-00000000-0000-0000-0000-000000000000';
const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

/** Which of `rights` the server refuses, as a sentence; undefined when it grants them. Stores nothing. */
export async function refusedRights(
  client: EventStoreDBClient,
  milliseconds: number,
  { rights, hasAccount }: { rights: Rights; hasAccount: boolean },
): Promise<string | undefined> {
  try {
    await readEnd(client, milliseconds);
  } catch (error) {
    return refusalOf(error, hasAccount, 'read all streams ($all)');
  }
  if (rights === 'read') return undefined;
  try {
    await tryToAppend(client, milliseconds);
  } catch (error) {
    return refusalOf(error, hasAccount, 'write to streams (anecdote-…)');
  }
  return undefined;
}

/** The sentence for a refusal; throws any other error. */
function refusalOf(error: unknown, hasAccount: boolean, what: string): string {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code !== UNAUTHENTICATED && code !== PERMISSION_DENIED) throw error;
  if (!hasAccount) return 'EventStoreDB asks for a name and password.';
  if (code === UNAUTHENTICATED) return 'EventStoreDB does not accept this name and password.';
  return `EventStoreDB does not let this account ${what}.`;
}

/** Appends at a revision that the stream cannot have: with the right to write it is a conflict. Nothing is stored. */
async function tryToAppend(client: EventStoreDBClient, milliseconds: number): Promise<void> {
  const stream = new shared.StreamIdentifier();
  stream.setStreamName(Buffer.from(RESERVED_STREAM));
  const options = new streams.AppendReq.Options();
  options.setStreamIdentifier(stream);
  options.setRevision('0');
  const id = new shared.UUID();
  id.setString(randomUUID());
  const message = new streams.AppendReq.ProposedMessage();
  message.setId(id);
  message.getMetadataMap().set('type', 'Probe').set('content-type', 'application/json');
  message.setData(Buffer.from('{}'));

  const answer = Promise.withResolvers<AppendResp | undefined>();
  // The call may fail before anybody waits for it.
  answer.promise.catch(() => {});
  const call = await openCall(client, 'append', { milliseconds, requiresLeader: true }, (service, ...parameters) =>
    service
      .append(...parameters, (error, response) => (error === null ? answer.resolve(response) : answer.reject(error)))
      .on('error', () => {}),
  );
  const begin = new streams.AppendReq();
  begin.setOptions(options);
  call.write(begin);
  const proposal = new streams.AppendReq();
  proposal.setProposedMessage(message);
  call.write(proposal);
  call.end();
  await answer.promise;
}
