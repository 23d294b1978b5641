import streams, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { firstOf, type ReadCall, write } from './call.ts';
import type { Faults } from './faults.ts';
import { filterOf } from './filter.ts';
import type { TestLog } from './log.ts';
import { checkpointMessage, eventMessage } from './messages.ts';

const DEFAULT_WINDOW = 32;

/** Delivers the events after the requested position that pass the filter, then new ones, until the client leaves. */
export async function subscribeToAll(
  call: ReadCall,
  options: NonNullable<ReturnType<ReadReq['getOptions']>>,
  log: TestLog,
  faults: Faults,
  onDelivered: () => void,
): Promise<void> {
  const passes = filterOf(options);
  const filter = options.getFilter();
  const window = filter?.hasMax() ? filter.getMax() : DEFAULT_WINDOW;
  const every = filter === undefined ? Number.POSITIVE_INFINITY : window * filter.getCheckpointintervalmultiplier();
  const all = options.getAll();
  const from = all?.getPosition();
  let index = all?.hasEnd() ? log.events.length : 0;
  if (from !== undefined) index = log.indexAfter(BigInt(from.getCommitPosition()));
  let considered = 0;
  let isLive = false;
  if (!(await write(call, confirmation()))) return;
  for (;;) {
    const event = log.events[index];
    if (event === undefined || faults.silentSubscriptions) {
      if (!isLive && !(await write(call, caughtUp()))) return;
      isLive = true;
      await firstOf(call, ['cancelled', 'close', 'error', 'finish'], (resolve) => {
        // An event may have been appended while the caught-up message was written.
        if (!faults.silentSubscriptions && log.events.length > index) resolve();
        return log.onAppended(resolve);
      });
      if (call.cancelled || call.destroyed) return;
      continue;
    }
    index += 1;
    considered += 1;
    if (passes(event)) {
      if (!(await write(call, eventMessage(event)))) return;
      onDelivered();
    }
    if (considered % every === 0 && !(await write(call, checkpointMessage(event.position)))) return;
  }
}

function confirmation() {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId(crypto.randomUUID());
  const response = new streams.ReadResp();
  response.setConfirmation(confirmed);
  return response;
}

function caughtUp() {
  const response = new streams.ReadResp();
  response.setCaughtUp(new streams.ReadResp.CaughtUp());
  return response;
}
