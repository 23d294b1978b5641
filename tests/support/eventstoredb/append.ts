import { setTimeout as delay } from 'node:timers/promises';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerDuplexStream, type ServerReadableStream, type sendUnaryData, status } from '@grpc/grpc-js';
import { type AppendOutcome, answerOf, batchAnswer, MAX_APPEND_BYTES } from './append-answers.ts';
import { type Faults, strikes } from './faults.ts';
import type { Expected, ProposedEvent, TestLog } from './log.ts';
import {
  invalid,
  notLeader,
  type Refusal,
  readName,
  readUuid,
  refusal,
  streamDeleted,
  unavailable,
} from './messages.ts';

type BatchCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** Stores the appends of one call as they arrive and answers each by its correlation id. */
export function handleBatchAppend(call: BatchCall, log: TestLog, faults: Faults): void {
  const begun = new Map<string, { stream: string; expected: Expected; events: ProposedEvent[] }>();

  const refuse = (refused: Refusal) => call.emit('error', refused);
  async function answer(response: BatchAppendResp): Promise<void> {
    if (faults.delayAnswers > 0) await delay(faults.delayAnswers);
    if (!call.cancelled && !call.destroyed) call.write(response);
  }

  call.on('error', () => {});
  call.on('end', () => call.end());
  call.on('data', (request: BatchAppendReq): unknown => {
    if (faults.blackHole) return undefined;
    if (faults.leaderPort !== undefined) return refuse(notLeader(faults.leaderPort));
    const id = readUuid(request.getCorrelationId());
    if (id === undefined) return refuse(invalid('correlation id is missing'));
    const options = request.getOptions();
    if (options !== undefined) {
      begun.set(id, { stream: readName(options.getStreamIdentifier()), expected: expectedOf(options), events: [] });
    }
    const append = begun.get(id);
    if (append === undefined) return refuse(invalid('options are missing'));
    for (const message of request.getProposedMessagesList()) {
      const event = proposedOf(message);
      if (typeof event === 'string') return refuse(invalid(event));
      append.events.push(event);
    }
    if (!request.getIsFinal()) return undefined;
    begun.delete(id);
    if (strikes(faults, 'refuseAppends')) return refuse(unavailable());
    return store(log, faults, append, (outcome) => {
      if (strikes(faults, 'cutAfterAppend')) return refuse(unavailable());
      if (strikes(faults, 'endWithoutAnswer')) return call.end();
      return answer(batchAnswer(id, append.stream, append.expected, outcome, faults));
    });
  });
}

type AppendCall = ServerReadableStream<AppendReq, AppendResp>;

/** Handles a call with a single append. */
export function handleAppend(call: AppendCall, respond: sendUnaryData<AppendResp>, log: TestLog, faults: Faults): void {
  let options: ReturnType<AppendReq['getOptions']>;
  const events: ProposedEvent[] = [];
  let wrong: string | undefined;
  call.on('error', () => {});
  call.on('data', (request: AppendReq) => {
    options ??= request.getOptions();
    const message = request.getProposedMessage();
    const event = message && proposedOf(message);
    if (typeof event === 'string') wrong = event;
    else if (event !== undefined) events.push(event);
  });
  call.on('end', async () => {
    if (faults.blackHole) return;
    if (faults.leaderPort !== undefined) return respond(notLeader(faults.leaderPort));
    if (options === undefined || wrong !== undefined) return respond(invalid(wrong ?? 'options are missing'));
    if (strikes(faults, 'refuseAppends')) return respond(unavailable());
    const stream = readName(options.getStreamIdentifier());
    store(log, faults, { stream, expected: expectedOf(options), events }, async (outcome) => {
      if (strikes(faults, 'cutAfterAppend')) return respond(unavailable());
      if (faults.delayAnswers > 0) await delay(faults.delayAnswers);
      if (outcome.is === 'stream-deleted') return respond(streamDeleted(stream));
      if (outcome.is === 'too-big') return respond(invalid('Maximum Append Size Exceeded'));
      if (outcome.is === 'timed-out') return respond(refusal(status.ABORTED, 'Operation timed out'));
      return respond(null, answerOf(outcome));
    });
  });
}

type Proposal = { readonly stream: string; readonly expected: Expected; readonly events: readonly ProposedEvent[] };

/** Appends of each log that are being written, by the id of their first event. */
const inFlight = new WeakMap<TestLog, Set<string>>();

/** Stores an append and calls `done` once it is written: after `writeMilliseconds`, or at once where that is 0. */
function store(
  log: TestLog,
  faults: Faults,
  { stream, expected, events }: Proposal,
  done: (outcome: AppendOutcome) => unknown,
): unknown {
  const bytes = events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
  if (bytes > MAX_APPEND_BYTES) return done({ is: 'too-big' });
  const writing = inFlight.get(log) ?? new Set();
  inFlight.set(log, writing);
  const key = `${stream} ${events[0]?.id}`;
  if (writing.has(key)) return setTimeout(done, faults.writeTimeout, { is: 'timed-out' });
  const outcome = log.append(stream, expected, events);
  if (faults.writeMilliseconds === 0) return done(outcome);
  writing.add(key);
  return setTimeout(() => {
    writing.delete(key);
    done(outcome);
  }, faults.writeMilliseconds);
}

type ExpectedOptions = {
  hasAny(): boolean;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
  getStreamPosition?(): string;
  getRevision?(): string;
};

export function expectedOf(options: ExpectedOptions): Expected {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no-stream';
  if (options.hasStreamExists()) return 'stream-exists';
  return Number(options.getStreamPosition?.() ?? options.getRevision?.());
}

/** A proposed event, or the reason why a server refuses it. */
function proposedOf(message: BatchAppendReq.ProposedMessage | AppendReq.ProposedMessage): ProposedEvent | string {
  const id = readUuid(message.getId());
  const map = message.getMetadataMap();
  const [type, contentType] = [map.get('type'), map.get('content-type')];
  if (id === undefined) return 'event id is no UUID';
  if (!type || !contentType) return 'Required Metadata Property type or content-type is missing';
  return { id, type, contentType, data: message.getData_asU8(), metadata: message.getCustomMetadata_asU8() };
}
