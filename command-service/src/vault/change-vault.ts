import { randomUUID } from 'node:crypto';
import type { EventId, JournalEvent, NewEvent, Position } from '@anecdotes/contracts';
import { sealEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import type { Dated } from '../decider.ts';
import { type CommandDependencies, type CommandMetadata, metadataOf } from '../handle-command.ts';
import { appendPending, insertPending, type PendingEvent, STREAMS_AT_ONCE } from './pending-events.ts';

export type VaultDependencies = Pick<CommandDependencies, 'log' | 'keys'> & { readonly vault: pg.Pool };

/** A change of the vault under way. */
export type VaultChange = {
  readonly tx: pg.ClientBase;
  readonly metadata: CommandMetadata;
  /**
   * Tells the log of `events` in `stream`: they are kept with the change, and appended once it is committed. `origin`
   * is their metadata where they did not come about by this very command.
   */
  record(stream: string, events: readonly Dated<JournalEvent>[], origin?: CommandMetadata): void;
  /** Calls `run` once the change is committed. */
  afterCommit(run: () => void): void;
};

/** What became of a change; `position` is that of its last event, 0 when there is none or the log is away. */
export type Changed<Result> = { readonly result: Result; readonly position: Position };

/**
 * Changes the vault and keeps the events that tell of it for the log, in one transaction; then appends them. When this
 * returns, the change counts: where the log is away, a worker appends the events as soon as it is back. Throws what
 * `change` throws, and then nothing was changed.
 */
export async function changeVault<Result>(
  deps: VaultDependencies,
  metadata: CommandMetadata,
  change: (change: VaultChange) => Promise<Result>,
): Promise<Changed<Result>> {
  const subject = metadata.actor.account_id;
  // Sealing may need the key; asked for inside the transaction it would take a second connection.
  await deps.keys.get(subject).catch(() => {});
  const recorded: { stream: string; event: Dated<JournalEvent>; origin: CommandMetadata }[] = [];
  const listeners: (() => void)[] = [];
  const result = await inTransaction(deps.vault, async (tx) => {
    const outcome = await change({
      tx,
      metadata,
      record: (stream, events, origin = metadata) =>
        recorded.push(...events.map((event) => ({ stream, event, origin }))),
      afterCommit: (run) => listeners.push(run),
    });
    const pending = recorded.map(async ({ stream, event, origin }): Promise<PendingEvent> => {
      const envelope = { id: randomUUID() as string as EventId, metadata: metadataOf(event, subject, origin) };
      const sealed: NewEvent = await sealEvent(stream, event, envelope, deps.keys);
      return { stream, event: sealed };
    });
    await insertPending(tx, await Promise.all(pending));
    return outcome;
  });
  for (const run of listeners) run();
  return { result, position: await appendNow(deps, [...new Set(recorded.map(({ stream }) => stream))]) };
}

/** Appends what is pending in `streams`; 0 when one of them has to wait for the worker. */
async function appendNow(deps: VaultDependencies, streams: readonly string[]): Promise<Position> {
  let last: Position = 0n;
  for (let from = 0; from < streams.length; from += STREAMS_AT_ONCE) {
    const some = streams.slice(from, from + STREAMS_AT_ONCE);
    for (const outcome of await Promise.allSettled(some.map((stream) => appendPending(deps, stream)))) {
      if (outcome.status === 'rejected') return 0n;
      if (outcome.value > last) last = outcome.value;
    }
  }
  return last;
}
