import { randomBytes } from 'node:crypto';
import { openCall } from '@anecdotes/contracts/server/eventstoredb/calls';
import { connectEventStoreDb, type EventStoreDbConnection } from '@anecdotes/contracts/server/eventstoredb/connection';
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Metadata, ServiceError } from '@grpc/grpc-js';
import { write } from './call.ts';
import { readName } from './messages.ts';
import { startTestServer } from './server.ts';

/**
 * Starts a server that keeps its streams on the server at `url`, under names with a tag of its own, so that many tests
 * can use one server at the same time, each with a log that is empty at first.
 */
export async function startNamespace(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const connection = connectEventStoreDb(url, 'test namespace');
  const server = await startTestServer({ service: forwardTo(connection, `${randomBytes(6).toString('hex')}.`) });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await connection.close();
    },
  };
}

type Named = { getStreamName_asU8(): Uint8Array; setStreamName(name: Uint8Array): unknown };

/** Forwards calls; `tag` is inserted after the category in the name of each stream. */
function forwardTo(connection: EventStoreDbConnection, tag: string): IStreamsServer {
  const rename = (stream: Named | undefined, to: (name: string) => string) =>
    stream?.setStreamName(Buffer.from(to(readName(stream))));
  const tagged = (name: string) => name.replace('-', `-${tag}`);
  const untagged = (name: string) => name.replace(`-${tag}`, '-');
  const leaderOnly = (metadata: Metadata) => ({ requiresLeader: metadata.get('requires-leader')[0] === 'true' });

  function tagRequest(request: ReadReq): ReadReq {
    const options = request.getOptions();
    rename(options?.getStream()?.getStreamIdentifier(), tagged);
    const names = options?.getFilter()?.getStreamIdentifier();
    names?.setPrefixList(names.getPrefixList().map((prefix) => `${prefix}${tag}`));
    return request;
  }

  function untagResponse(response: ReadResp): ReadResp {
    rename(response.getEvent()?.getEvent()?.getStreamIdentifier(), untagged);
    rename(response.getStreamNotFound()?.getStreamIdentifier(), untagged);
    return response;
  }

  return {
    async read(call) {
      call.on('error', () => {});
      try {
        const upstream = await openCall(
          connection.client(),
          'read',
          leaderOnly(call.metadata),
          (service, ...parameters) => service.read(tagRequest(call.request), ...parameters).on('error', () => {}),
        );
        for (const name of ['cancelled', 'close']) call.once(name, () => upstream.cancel());
        for await (const response of upstream as AsyncIterable<ReadResp>) {
          if (!(await write(call, untagResponse(response)))) return;
        }
        call.end();
      } catch (error) {
        call.emit('error', error);
      }
    },

    async batchAppend(call) {
      call.on('error', () => {});
      const upstream = openCall(
        connection.client(),
        'batchAppend',
        { requiresLeader: true },
        (service, ...parameters) =>
          service
            .batchAppend(...parameters)
            .on('data', (response) => {
              rename(response.getStreamIdentifier(), untagged);
              if (!call.cancelled && !call.destroyed) call.write(response);
            })
            .on('error', (error) => void call.emit('error', error))
            .on('end', () => call.end()),
      );
      call.on('data', (request) => {
        rename(request.getOptions()?.getStreamIdentifier(), tagged);
        void upstream.then((open) => open.write(request));
      });
      for (const name of ['end', 'cancelled']) call.on(name, () => void upstream.then((open) => open.end()));
    },

    async append(call, respond) {
      call.on('error', () => {});
      const upstream = openCall(connection.client(), 'append', { requiresLeader: true }, (service, ...parameters) =>
        service
          .append(...parameters, (error: ServiceError | null, response) => respond(error, response))
          .on('error', () => {}),
      );
      call.on('data', (request) => {
        rename(request.getOptions()?.getStreamIdentifier(), tagged);
        void upstream.then((open) => open.write(request));
      });
      call.on('end', () => void upstream.then((open) => open.end()));
    },

    delete: (_call, respond) => respond(new Error('not passed on')),
    tombstone: (_call, respond) => respond(new Error('not passed on')),
  };
}
