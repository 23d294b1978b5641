import { setImmediate } from 'node:timers/promises';
import type { JournalEvent, Position, Recorded, StoredEvent } from '@anecdotes/contracts';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { openEvents } from '@anecdotes/contracts/server/crypto/journal-codec';
import type pg from 'pg';
import { bytesOf } from '../event-source.ts';
import { HandlerFailed } from './failure.ts';
import type { Generation } from './generation.ts';
import { type Projector, project } from './projector.ts';
import { accountOf, type Forgotten, UUID } from './quarantine.ts';
import type { RowReference } from './table.ts';
import { createUnitOfWork, type WrittenTables } from './unit-of-work.ts';

/** A stored event and its opened form. An erased event stays in the batch, but changes no rows. */
export type Opened = {
  readonly stored: StoredEvent;
  readonly event: Recorded<JournalEvent> | 'erased' | { readonly unreadable: unknown };
};

/** Thrown when another process has moved the checkpoint; nothing was written. */
export class FenceLost extends Error {
  override name = 'FenceLost';
}

/** Opens events. One that cannot be opened is marked `unreadable`, so that it does not hold up the others. */
export async function openAll(events: readonly StoredEvent[], keys: EventKeys): Promise<Opened[]> {
  const opened = await openEvents(events, keys);
  return events.map((stored, index) => {
    const event = opened[index] ?? 'erased';
    return { stored, event: event instanceof Error ? { unreadable: event } : event };
  });
}

/**
 * A large batch adds hundreds of thousands of words. Their GIN index takes them in with less work when more of them are
 * collected in its pending list and sorted at once. Searches read that list, so small batches keep it short: after
 * about 300 anecdotes it is sorted in.
 */
const LARGE_BATCH = { bytes: 256 * 1024, workMem: '64MB', pendingList: '16MB' };
const SMALL_BATCH = { workMem: null, pendingList: '512kB' };

/**
 * Moves the checkpoint of `generation` to `position` if no other process has moved it, and locks it until the
 * transaction ends: a second projector waits here, finds another position and writes nothing. Throws FenceLost. The
 * commit does not wait for the disk: a crash loses rows and checkpoint together, and they are made again from the log.
 * The statements that follow must find their rows by an index, so that a plan cached while the tables were small stays
 * right. Stores the first and the last event that the views contain. `statementTimeout`, in milliseconds, replaces that
 * of the connection.
 */
export async function takeFence(
  tx: pg.ClientBase,
  generation: Generation,
  {
    position,
    batch,
    statementTimeout,
  }: { position: Position; batch: readonly Opened[]; statementTimeout: number | undefined },
): Promise<void> {
  const [first, last] = [batch[0]?.stored, batch.at(-1)?.stored];
  const isLarge = batch.reduce((bytes, { stored }) => bytes + bytesOf(stored), 0) > LARGE_BATCH.bytes;
  const { workMem, pendingList } = isLarge ? LARGE_BATCH : SMALL_BATCH;
  const { rowCount } = await tx.query({
    name: 'take-fence',
    text: `with settings as (
             select set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
                    set_config('statement_timeout', coalesce($4, current_setting('statement_timeout')), true),
                    set_config('work_mem', coalesce($9, current_setting('work_mem')), true),
                    set_config('gin_pending_list_limit', $10, true)
           )
           update projection.generation
           set position = $1, first_position = coalesce(first_position, $5), first_id = coalesce(first_id, $6),
               last_position = coalesce($7, last_position), last_id = coalesce($8, last_id)
           from settings where id = $2 and position = $3 and state <> 'retired' and not is_stale`,
    values: [
      position,
      generation.id,
      generation.position,
      statementTimeout?.toString(),
      first?.position,
      first?.id,
      last?.position,
      last?.id,
      workMem,
      pendingList,
    ],
  });
  if (rowCount !== 1) throw new FenceLost();
}

/**
 * During a rebuild, this many events are folded while the rows of the same number before them are written. Their rows
 * have about as many bytes as a socket accepts at once: the rest stays in this process until it has folded the next
 * ones.
 */
const FOLDED_AT_ONCE = 100;
/** After this many events, which take a few milliseconds, other requests to this process get a turn. */
const PAUSE_EVERY = 32;

/** Folds `batch` with every projector and writes the rows; throws the first failure. */
export async function writeRows(
  tx: pg.ClientBase,
  generation: WrittenTables,
  projectors: readonly Projector[],
  batch: readonly Opened[],
): Promise<void> {
  const events: Recorded<JournalEvent>[] = [];
  for (const { event } of batch) {
    if (event === 'erased') continue;
    if ('unreadable' in event) throw event.unreadable;
    events.push(event);
  }
  const { work, load, writeAhead, flush } = createUnitOfWork(tx, generation);
  await load(references(projectors, events));
  const isFilling = generation.countsLater && !generation.areNew;
  for (const [index, event] of events.entries()) {
    if (isFilling && index > 0 && index % FOLDED_AT_ONCE === 0) await writeAhead();
    else if (index % PAUSE_EVERY === PAUSE_EVERY - 1) await setImmediate();
    attributeFailure(() => project(projectors, event, work));
  }
  await flush();
}

/**
 * True when `stored`, which cannot be applied, is about something that was erased before. Only the fields that are not
 * sealed are considered.
 */
export async function isForgotten(
  tx: pg.ClientBase,
  generation: Generation,
  projectors: readonly Projector[],
  stored: StoredEvent,
): Promise<boolean> {
  const owner = accountOf(stored);
  if (owner === undefined) return false;
  const event = { ...stored, data: { ...stored.data, owner } } as unknown as Recorded<JournalEvent>;
  const judges = projectors.filter(({ isObsolete }) => isObsolete !== undefined);
  const { work, load } = createUnitOfWork(tx, generation);
  await load([...references(judges, [event])].filter(({ id }) => UUID.test(id)));
  return judges.some(({ isObsolete }) => isObsolete?.(event, work));
}

/** What an event erases or empties, so that none of it is shown any more; undefined for other events. */
export function forgottenBy({ event }: Opened): Forgotten | undefined {
  if (event === 'erased' || 'unreadable' in event) return undefined;
  if (event.type === 'AccountErased') return { everythingOf: event.data.account };
  if (event.type === 'GuestJournalReset') return { journalOf: event.data.account };
  return event.type === 'AnecdoteErased' ? { stream: event.stream } : undefined;
}

function* references(
  projectors: readonly Projector[],
  events: readonly Recorded<JournalEvent>[],
): Generator<RowReference> {
  for (const event of events) {
    for (const projector of projectors) {
      if (projector.lookUp !== undefined) yield* attributeFailure(() => projector.lookUp?.(event) ?? []);
    }
  }
}

/** Runs a projector; throws HandlerFailed with its error as the cause. */
function attributeFailure<Result>(projecting: () => Result): Result {
  try {
    return projecting();
  } catch (cause) {
    throw new HandlerFailed('a projector failed', { cause });
  }
}
