import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { isForgotten, type Opened, openAll, writeRows } from './batch.ts';
import { digestOf, liveGeneration } from './generation.ts';
import type { Projection } from './projection.ts';
import type { Projector } from './projector.ts';
import { firstParked, park, parkedPositions, recordAttempt, release } from './quarantine.ts';
import { notify } from './views-moved.ts';
import { attemptIn } from './write-around.ts';

/** Events per transaction, which blocks the runner. */
const PAGE = 100;

/**
 * Applies the parked events, each stream in order and those first that were tried longest ago. A stream whose event
 * still fails, or is not in the log, stays parked from there on. Returns how many events were applied. May run beside a
 * runner. Throws when the log or the database is unavailable and when `signal` aborts; what was applied until then
 * stays applied.
 */
export async function retryQuarantine(projection: Projection, signal: AbortSignal): Promise<number> {
  const { pool, source, keys, projectors } = projection;
  const { id: generation, digest, isStale } = await liveGeneration(pool);
  // Views that wait for a rebuild may have other columns than these projectors write.
  if (isStale || digest !== digestOf(projectors)) return 0;
  let applied = 0;
  for (const { stream, revision } of await firstParked(pool, generation)) {
    await recordAttempt(pool, generation, stream);
    for (let from = revision; ; from += PAGE) {
      signal.throwIfAborted();
      const events = await openAll(await source.readStream(stream, { from, limit: PAGE, signal }), keys);
      signal.throwIfAborted();
      const done = await inTransaction(pool, (tx) => applyWaiting(tx, projectors, stream, events));
      applied += done.applied;
      if (done.isStuck || events.length < PAGE) break;
    }
  }
  return applied;
}

/** Applies those of `events` that are parked, up to the first that fails or is missing. */
async function applyWaiting(
  tx: pg.ClientBase,
  projectors: readonly Projector[],
  stream: string,
  events: readonly Opened[],
): Promise<{ applied: number; isStuck: boolean }> {
  // The row lock keeps the runner from writing the live views meanwhile.
  await tx.query(`select from projection.generation where state = 'live' for update`);
  const live = await liveGeneration(tx);
  const waiting = live.isStale ? [] : await parkedPositions(tx, live.id, stream, events.length);
  const applied: Opened[] = [];
  let isStuck = false;
  for (const opened of events) {
    const next = waiting[applied.length];
    if (next === undefined) break;
    const { stored } = opened;
    if (stored.position < next) continue;
    isStuck = stored.position > next;
    if (isStuck) break;
    const failed = await attemptIn(tx, () => writeRows(tx, live, projectors, [opened]));
    isStuck = failed !== undefined && !(await isForgotten(tx, live, projectors, stored));
    if (failed !== undefined && isStuck) {
      await park(tx, live.id, stored, { ...failed, attempts: 1 });
      break;
    }
    await release(tx, live.id, stored.position);
    applied.push(opened);
  }
  if (applied.length > 0) await notify(tx, { position: live.position, owners: '*', changesEarlierRows: true });
  return { applied: applied.length, isStuck };
}
