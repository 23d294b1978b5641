import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsService, { type IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams, { type DeleteReq, type TombstoneReq } from '@eventstore/db-client/generated/streams_pb.js';
import { Server, ServerCredentials, ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import { expectedOf, handleAppend, handleBatchAppend } from './append.ts';
import type { ReadCall } from './call.ts';
import { type Faults, noFaults } from './faults.ts';
import { createTestLog, type Outcome, type TestLog } from './log.ts';
import { invalid, readName, refusal, streamDeleted, textUuid, unavailable } from './messages.ts';
import { handleRead } from './read.ts';

export type TestServer = {
  readonly port: number;
  /** Connection string of this server alone. */
  readonly url: string;
  readonly log: TestLog;
  readonly faults: Faults;
  /** Subscriptions that are open now. */
  subscriptions(): number;
  /** Events that were written to subscriptions. */
  delivered(): number;
  /** Ends every subscription with an error. */
  dropSubscriptions(): void;
  /** Ends at once and cuts all connections; the log remains for another server. */
  stop(): Promise<void>;
};

/** How a server authenticates its clients. */
export type Security = {
  readonly credentials: ServerCredentials;
  /** `user:password` of the one account. */
  readonly account: string;
  /** What the account may not do with streams. */
  readonly forbidden?: 'read' | 'append';
};

export type Member = { readonly port: number; readonly isLeader: boolean };

/**
 * Starts a test server that speaks EventStoreDB's protocol over `log` and refuses what a real one refuses. `members`
 * returns the members of its cluster that it reports.
 */
export async function startTestServer(
  options: {
    log?: TestLog;
    port?: number;
    members?: () => readonly Member[];
    security?: Security;
    /** Answers calls on streams instead of the log. */
    service?: IStreamsServer;
  } = {},
): Promise<TestServer> {
  const { log = createTestLog(), members } = options;
  const faults = noFaults();
  const reads = new Set<ReadCall>();
  let delivered = 0;
  const server = new Server({
    'grpc.max_receive_message_length': 17 * 1024 * 1024,
    interceptors: options.security === undefined ? [] : [onlyFor(options.security)],
  });
  let port = options.port ?? 0;

  const service: IStreamsServer = {
    read(call) {
      call.on('error', () => {});
      if (faults.blackHole) return;
      reads.add(call);
      const leave = () => reads.delete(call);
      for (const name of ['cancelled', 'close', 'error', 'finish']) call.once(name, leave);
      void handleRead(call, log, faults, () => {
        delivered += 1;
      });
    },
    append: (call, respond) => handleAppend(call, respond, log, faults),
    batchAppend: (call) => handleBatchAppend(call, log, faults),
    delete(call, respond) {
      const done = endStream(call.request.getOptions(), log.softDelete);
      if ('code' in done) return respond(done);
      const position = new streams.DeleteResp.Position();
      position.setCommitPosition(String(done.position));
      position.setPreparePosition(String(done.position));
      const response = new streams.DeleteResp();
      response.setPosition(position);
      respond(null, response);
    },
    tombstone(call, respond) {
      const done = endStream(call.request.getOptions(), log.tombstone);
      if ('code' in done) return respond(done);
      const position = new streams.TombstoneResp.Position();
      position.setCommitPosition(String(done.position));
      position.setPreparePosition(String(done.position));
      const response = new streams.TombstoneResp();
      response.setPosition(position);
      respond(null, response);
    },
  };
  server.addService(streamsService.StreamsService, options.service ?? service);
  server.addService(features.ServerFeaturesService, {
    getSupportedMethods(_call: unknown, respond: (error: null, answer: unknown) => void) {
      if (!faults.blackHole) respond(null, supportedMethods(faults));
    },
  });
  server.addService(gossip.GossipService, {
    read(_call: unknown, respond: (error: null, answer: unknown) => void) {
      if (!faults.blackHole) respond(null, clusterOf(members?.() ?? [{ port, isLeader: true }]));
    },
  });
  port = await bind(server, port, options.security?.credentials ?? ServerCredentials.createInsecure());

  return {
    port,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    log,
    faults,
    subscriptions: () => [...reads].filter((call) => call.request.getOptions()?.hasSubscription()).length,
    delivered: () => delivered,
    dropSubscriptions() {
      for (const call of reads) if (call.request.getOptions()?.hasSubscription()) call.emit('error', unavailable());
    },
    async stop() {
      server.forceShutdown();
      log.forgetRecentIds();
    },
  };
}

/** Refuses calls on streams without the account's name and password; features and gossip are open to anybody. */
function onlyFor({ account, forbidden }: Security): ServerInterceptor {
  const expected = `Basic ${Buffer.from(account).toString('base64')}`;
  const denied = refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
  return (method, call) =>
    new ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMetadata(metadata, proceed) {
            const given = metadata.get('authorization')[0];
            const isOpen = !method.path.startsWith('/event_store.client.streams.');
            const isForbidden = forbidden !== undefined && method.path.toLowerCase().endsWith(forbidden);
            if (isOpen) proceed(metadata);
            else if (given === undefined || (given === expected && isForbidden)) call.sendStatus(denied);
            else if (given === expected) proceed(metadata);
            else call.sendStatus(refusal(status.UNAUTHENTICATED, 'Unauthenticated'));
          },
        });
      },
    });
}

function bind(server: Server, port: number, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
}

function endStream(
  options: ReturnType<DeleteReq['getOptions']> | ReturnType<TombstoneReq['getOptions']>,
  act: TestLog['tombstone'],
): Extract<Outcome, { is: 'stored' }> | ReturnType<typeof refusal> {
  if (options === undefined) return invalid('options are missing');
  const stream = readName(options.getStreamIdentifier());
  const expected = expectedOf(options);
  const outcome = act(stream, expected);
  if (outcome.is === 'stored') return outcome;
  if (outcome.is === 'stream-deleted') return streamDeleted(stream);
  return refusal(status.FAILED_PRECONDITION, 'Wrong expected version', {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(typeof expected === 'number' ? expected : -2),
    ...(outcome.current !== null && { 'actual-version': String(outcome.current) }),
  });
}

function supportedMethods({ withoutBatchAppend }: Faults) {
  const names = ['read', 'append', 'delete', 'tombstone', ...(withoutBatchAppend ? [] : ['batchappend'])];
  const answer = new featureMessages.SupportedMethods();
  answer.setEventStoreServerVersion('24.10.0');
  answer.setMethodsList(
    names.map((name) => {
      const method = new featureMessages.SupportedMethod();
      method.setServiceName('event_store.client.streams.streams');
      method.setMethodName(name);
      return method;
    }),
  );
  return answer;
}

function clusterOf(members: readonly Member[]) {
  const { MemberInfo, EndPoint, ClusterInfo } = gossipMessages;
  const info = new ClusterInfo();
  info.setMembersList(
    members.map(({ port, isLeader }) => {
      const place = new EndPoint();
      place.setAddress('127.0.0.1');
      place.setPort(port);
      const member = new MemberInfo();
      member.setInstanceId(textUuid(crypto.randomUUID()));
      member.setTimeStamp(String(Date.now() * 10_000));
      member.setState(isLeader ? MemberInfo.VNodeState.LEADER : MemberInfo.VNodeState.FOLLOWER);
      member.setIsAlive(true);
      member.setHttpEndPoint(place);
      return member;
    }),
  );
  return info;
}
