import { randomUUID } from 'node:crypto';
import type { EventId, JournalEvent, NewEvent, Position } from '@anecdotes/contracts';
import { sealEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import type { Dated } from '../decider.ts';
import { type CommandDependencies, type CommandMetadata, metadataOf } from '../handle-command.ts';
import { appendPending, insertPending, type PendingEvent, STREAMS_AT_ONCE } from './pending-events.ts';

export type VaultDependencies = Pick<CommandDependencies, 'log' | 'keys'> & { readonly vault: pg.Pool };

/** A change of the vault, inside of its transaction. */
export type VaultChange = {
  readonly tx: pg.ClientBase;
  readonly metadata: CommandMetadata;
  /**
   * Records `events` in `stream`: they are stored with the change as pending events, and appended once it is committed.
   * `origin` is the metadata of the command that caused them, if it is not this one.
   */
  record(stream: string, events: readonly Dated<JournalEvent>[], origin?: CommandMetadata): void;
  /** Calls `run` once the change is committed. */
  afterCommit(run: () => void): void;
};

/** The result of a change; `position` is that of its last event, 0 if there is none or it could not be appended yet. */
export type Changed<Result> = { readonly result: Result; readonly position: Position };

/**
 * Changes the vault and stores the events about it as pending, in one transaction; then appends them. When this
 * returns, the change is committed: if the log cannot be reached, a worker appends the events later. Throws what
 * `change` throws, and then nothing was changed.
 */
export async function changeVault<Result>(
  deps: VaultDependencies,
  metadata: CommandMetadata,
  change: (change: VaultChange) => Promise<Result>,
): Promise<Changed<Result>> {
  const subject = metadata.actor.account_id;
  // Caches the key that sealing may need: loading it inside the transaction would take a second connection.
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

/** Appends the pending events of `streams`; returns the last position, 0 when a stream has to wait for the worker. */
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
