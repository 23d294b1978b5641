import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams, { type AppendResp, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import anyMessage from 'google-protobuf/google/protobuf/any_pb.js';
import emptyMessage from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Faults } from './faults.ts';
import type { Expected, Outcome } from './log.ts';
import { streamIdentifier, structuredUuid } from './messages.ts';

export const MAX_APPEND_BYTES = 1024 * 1024;

export type AppendOutcome = Outcome | { readonly is: 'too-big' } | { readonly is: 'timed-out' };

/** The answer to one append of a call with many appends. */
export function batchAnswer(
  id: string,
  stream: string,
  expected: Expected,
  outcome: AppendOutcome,
  faults: Faults,
): BatchAppendResp {
  const response = new streams.BatchAppendResp();
  response.setCorrelationId(structuredUuid(id));
  response.setStreamIdentifier(streamIdentifier(stream));
  if (outcome.is === 'stored') {
    const success = new streams.BatchAppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    const position = new shared.AllStreamPosition();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    if (faults.withoutPositions) success.setNoPosition(new emptyMessage.Empty());
    else success.setPosition(position);
    response.setSuccess(success);
    return response;
  }
  const error = new status.Status();
  error.setMessage(outcome.is);
  const details = new anyMessage.Any();
  if (outcome.is === 'wrong-version') {
    details.pack(wrongVersion(expected, outcome.current).serializeBinary(), 'event_store.client.WrongExpectedVersion');
  } else if (outcome.is === 'stream-deleted') {
    const deleted = new shared.StreamDeleted();
    deleted.setStreamIdentifier(streamIdentifier(stream));
    details.pack(deleted.serializeBinary(), 'event_store.client.StreamDeleted');
  } else if (outcome.is === 'timed-out') {
    details.pack(new shared.Timeout().serializeBinary(), 'event_store.client.Timeout');
  } else {
    const tooBig = new shared.MaximumAppendSizeExceeded();
    tooBig.setMaxappendsize(MAX_APPEND_BYTES);
    details.pack(tooBig.serializeBinary(), 'event_store.client.MaximumAppendSizeExceeded');
  }
  error.setDetails(details);
  response.setError(error);
  return response;
}

function wrongVersion(expected: Expected, current: number | null) {
  const wrong = new shared.WrongExpectedVersion();
  if (current === null) wrong.setCurrentNoStream(new emptyMessage.Empty());
  else wrong.setCurrentStreamRevision(String(current));
  if (typeof expected === 'number') wrong.setExpectedStreamPosition(String(expected));
  else if (expected === 'no-stream') wrong.setExpectedNoStream(new emptyMessage.Empty());
  else if (expected === 'any') wrong.setExpectedAny(new emptyMessage.Empty());
  else wrong.setExpectedStreamExists(new emptyMessage.Empty());
  return wrong;
}

/** The answer to a call with a single append. */
export function answerOf(outcome: Extract<Outcome, { is: 'stored' | 'wrong-version' }>): AppendResp {
  const response = new streams.AppendResp();
  if (outcome.is === 'stored') {
    const success = new streams.AppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    success.setPosition(position);
    response.setSuccess(success);
  } else {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.current === null) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(outcome.current));
    response.setWrongExpectedVersion(wrong);
  }
  return response;
}
