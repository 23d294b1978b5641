import { type Position, streamCategories } from '@anecdotes/contracts';
import { every, type RepeatedJob } from '@anecdotes/contracts/server/concurrency/every';
import { type EventStoreDbConnection, orNoAnswer } from '@anecdotes/contracts/server/eventstoredb/connection';
import { toStoredEvent } from '@anecdotes/contracts/server/eventstoredb/event';
import { type AllStreamResolvedEvent, type EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client';
import type { LogStep } from '../batch-buffer.ts';

/**
 * How often a quiet subscription is compared with the end of the log; if it is behind twice without a step in between,
 * it is dead.
 */
const WATCH_MS = 2_000;

/** After how many events of other streams the server reports how far it is. */
const CHECKPOINT_EVERY = 256;

export type Delivery = {
  readonly connection: EventStoreDbConnection;
  head(): Promise<Position>;
  end(): Promise<Position>;
  readonly after: Position;
  readonly signal: AbortSignal;
};

/**
 * Calls `put` with every step of the log after `after`, in order and one at a time, until `signal` aborts. Throws when
 * the subscription ends, fails or falls silent; it can then be made again from the last step on.
 */
export async function deliver(
  { connection, head, end: logEnd, after, signal }: Delivery,
  put: (step: LogStep) => Promise<void>,
): Promise<void> {
  const client = connection.client();
  const subscription = subscribe(client, after);
  const end = (error?: Error) => {
    // Cancelling ends the server's side; the client then neither ends nor fails on its own.
    subscription.unsubscribe().catch(() => {});
    subscription.destroy(error);
  };
  const stop = () => end();
  signal.addEventListener('abort', stop, { once: true });

  let position = after;
  let waiting = true;
  const watch = watchSilence({
    head,
    end: logEnd,
    isWaiting: () => waiting,
    position: () => position,
    onDead: end,
    onPassed: (checkpoint) => {
      if (!subscription.destroyed) subscription.push({ checkpoint } satisfies Checkpoint);
    },
  });
  try {
    for await (const item of subscription as AsyncIterable<Item>) {
      const step = stepOf(item);
      if (step === undefined || step.position <= position) continue;
      position = step.position;
      waiting = false;
      await put(step);
      waiting = true;
      if (signal.aborted) return;
    }
    throw new Error('the server ended the subscription');
  } catch (error) {
    if (signal.aborted) return;
    connection.invalidate(client, error);
    throw orNoAnswer(error);
  } finally {
    void watch.stop();
    signal.removeEventListener('abort', stop);
    end();
  }
}

type Checkpoint = { readonly checkpoint: Position };
type Item = AllStreamResolvedEvent | Checkpoint;

function subscribe(client: EventStoreDBClient, after: Position) {
  const subscription = client.subscribeToAll({
    fromPosition: after === 0n ? START : { commit: after, prepare: after },
    filter: streamNameFilter({
      prefixes: [...streamCategories],
      maxSearchWindow: CHECKPOINT_EVERY,
      checkpointInterval: 1,
      // Queued among the events, so that a checkpoint is never handled before the events that precede it.
      checkpointReached: (_, { commit }) => void subscription.push({ checkpoint: commit } satisfies Checkpoint),
    }),
  });
  // An error after the subscription was given up has no other listener.
  subscription.on('error', () => {});
  return subscription;
}

/** The server's own events in our streams, such as the mark of a deleted stream, count only as positions. */
function stepOf(item: Item): LogStep | undefined {
  if ('checkpoint' in item) return { position: item.checkpoint };
  const { event, commitPosition } = item;
  if (event === undefined) return commitPosition === undefined ? undefined : { position: commitPosition };
  const stored = toStoredEvent(event);
  return event.type.startsWith('$') ? { position: stored.position } : { position: stored.position, event: stored };
}

/**
 * A dead subscription only differs from a quiet one by the end of the log: the quiet one has passed everything up to
 * there, although the server reports that only now and then.
 */
function watchSilence(watched: {
  head(): Promise<Position>;
  end(): Promise<Position>;
  isWaiting(): boolean;
  position(): Position;
  onDead(error: Error): void;
  onPassed(checkpoint: Position): void;
}): RepeatedJob {
  let behindAt: Position | undefined;
  async function compare(): Promise<void> {
    const position = watched.position();
    if (!watched.isWaiting()) {
      behindAt = undefined;
      return;
    }
    // In this order: an event that is appended between the two calls is then after `end`, never before it.
    const end = await watched.end();
    const isBehind = (await watched.head()) > position;
    if (watched.position() !== position || !watched.isWaiting()) return;
    if (!isBehind && end > position) watched.onPassed(end);
    if (isBehind && behindAt === position) watched.onDead(new Error('the subscription stopped delivering events'));
    behindAt = isBehind ? position : undefined;
  }
  // When the log itself is unavailable, its connection reports that.
  return every(WATCH_MS, compare, () => {});
}
