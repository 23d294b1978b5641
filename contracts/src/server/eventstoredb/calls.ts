import { setTimeout as delay } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import grpc, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';

const DISPOSE_MS = 500;

type CallArguments = Required<Parameters<StreamsClient['batchAppend']>>;

/** Methods that the client uses for its own calls (discovery, TLS, credentials, leader); its types say protected. */
type ClientInternals = {
  GRPCStreamCreator<Call>(
    service: typeof StreamsClient,
    name: string,
    open: (streams: StreamsClient) => Call,
  ): () => Promise<Call>;
  callArguments(base: { requiresLeader?: boolean; deadline?: number }, options?: { deadline: number }): CallArguments;
  supports(method: { path: string }): Promise<boolean>;
  getChannel(): Promise<{ close(): void }>;
};

/**
 * Opens a call of the streams service on the client's connection, without the client's own handling of its answers.
 * `milliseconds` is the call's deadline; without it there is none. `open` must listen for errors at once.
 */
export function openCall<Call>(
  client: EventStoreDBClient,
  name: string,
  { milliseconds, requiresLeader = false }: { milliseconds?: number; requiresLeader?: boolean },
  open: (streams: StreamsClient, ...parameters: CallArguments) => Call,
): Promise<Call> {
  const { GRPCStreamCreator, callArguments } = internalsOf(client);
  const parameters =
    milliseconds === undefined
      ? callArguments({ requiresLeader }, { deadline: Number.POSITIVE_INFINITY })
      : callArguments({ requiresLeader, deadline: milliseconds });
  return GRPCStreamCreator(grpc.StreamsClient, name, (streams) => open(streams, ...parameters))();
}

/** Whether the server accepts many appends over one call; asks it once. */
export function supportsBatchAppend(client: EventStoreDBClient): Promise<boolean> {
  return internalsOf(client).supports(grpc.StreamsService.batchAppend);
}

/** Ends every call of the client and its connection. */
export async function closeClient(client: EventStoreDBClient): Promise<void> {
  // `dispose` never resolves while there is a call that has ended on the server's side only.
  await Promise.race([client.dispose(), delay(DISPOSE_MS, undefined, { ref: false })]);
  const channel = await internalsOf(client).getChannel();
  channel.close();
}

function internalsOf(client: EventStoreDBClient): ClientInternals {
  return client as unknown as ClientInternals;
}
