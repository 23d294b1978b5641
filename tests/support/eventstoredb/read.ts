import streams, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { fail, type ReadCall, write } from './call.ts';
import type { Faults } from './faults.ts';
import { filterOf } from './filter.ts';
import type { LoggedEvent, TestLog } from './log.ts';
import {
  eventMessage,
  invalid,
  invalidPosition,
  notLeader,
  type Refusal,
  readName,
  streamDeleted,
  streamIdentifier,
} from './messages.ts';
import { subscribeToAll } from './subscribe.ts';

type Options = NonNullable<ReturnType<ReadReq['getOptions']>>;

/** Answers a read of a stream or of all streams, or a subscription to all. */
export async function handleRead(call: ReadCall, log: TestLog, faults: Faults, onDelivered: () => void): Promise<void> {
  const options = call.request.getOptions();
  const wrong = options === undefined ? invalid('options are missing') : check(options);
  if (options === undefined || wrong !== undefined) return fail(call, wrong ?? invalid(''));
  if (faults.leaderPort !== undefined && call.metadata.get('requires-leader')[0] === 'true') {
    return fail(call, notLeader(faults.leaderPort));
  }
  const from = options.getAll()?.getPosition();
  if (from !== undefined && !log.isPosition(BigInt(from.getCommitPosition()))) {
    return fail(call, invalidPosition(options.hasSubscription()));
  }
  if (options.hasSubscription()) return subscribeToAll(call, options, log, faults, onDelivered);
  const found = options.hasAll() ? readAll(options, log) : readStream(options, log);
  if (found === 'stream-deleted') {
    return fail(call, streamDeleted(readName(options.getStream()?.getStreamIdentifier())));
  }
  if (found === undefined) {
    const missing = new streams.ReadResp.StreamNotFound();
    missing.setStreamIdentifier(streamIdentifier(readName(options.getStream()?.getStreamIdentifier())));
    const response = new streams.ReadResp();
    response.setStreamNotFound(missing);
    await write(call, response);
  } else {
    for (const event of found) if (!(await write(call, eventMessage(event)))) return;
  }
  call.end();
}

function check(options: Options): Refusal | undefined {
  if (!options.hasStream() && !options.hasAll()) return invalid('stream or all is missing');
  if (!options.hasCount() && !options.hasSubscription()) return invalid('count or subscription is missing');
  if (!options.hasFilter() && !options.hasNoFilter()) return invalid('filter option is missing');
  if (options.getUuidOption() === undefined) return invalid('uuid option is missing');
  if (options.hasStream() && options.hasFilter()) return invalid('a stream is not read through a filter');
  if (options.hasStream() && options.hasSubscription()) return invalid('this server subscribes to all streams only');
  const filter = options.getFilter();
  if (filter !== undefined) {
    if (!filter.hasStreamIdentifier() && !filter.hasEventType()) return invalid('filter expression is missing');
    if (filter.getCheckpointintervalmultiplier() === 0) return invalid('checkpoint interval must be positive');
    if (filter.hasMax() && filter.getMax() === 0) return invalid('search window must be positive');
  }
  return undefined;
}

function readAll(options: Options, log: TestLog): LoggedEvent[] {
  const passes = filterOf(options);
  const count = Number(options.getCount());
  const from = options.getAll()?.getPosition();
  const step = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS ? -1 : 1;
  const atEnd = options.getAll()?.hasEnd() ?? false;
  // A read begins at its position, a subscription after it.
  const start =
    from === undefined ? (atEnd ? log.events.length : 0) : log.indexAfter(BigInt(from.getCommitPosition()) - 1n);
  const found: LoggedEvent[] = [];
  for (let index = step < 0 ? start - 1 : start; found.length < count; index += step) {
    const event = log.events[index];
    if (event === undefined) break;
    if (passes(event)) found.push(event);
  }
  return found;
}

function readStream(options: Options, log: TestLog): readonly LoggedEvent[] | 'stream-deleted' | undefined {
  const wanted = options.getStream();
  const found = log.read(readName(wanted?.getStreamIdentifier()));
  if (found === undefined || found === 'stream-deleted') return found;
  const count = Number(options.getCount());
  const from = wanted?.hasRevision() ? Number(wanted.getRevision()) : undefined;
  if (options.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS) {
    if (wanted?.hasEnd()) return [];
    return found.filter(({ revision }) => revision >= (from ?? 0)).slice(0, count);
  }
  if (wanted?.hasStart()) return found.slice(0, 1);
  return found
    .filter(({ revision }) => from === undefined || revision <= from)
    .toReversed()
    .slice(0, count);
}
