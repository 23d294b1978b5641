import type { Position, StoredEvent } from '@anecdotes/contracts';
import { inTransaction } from '@anecdotes/contracts/server/transaction';
import type { EventSource } from '../event-source.ts';
import { attemptIn } from './apply-batch.ts';
import { openAll, writeRows } from './batch.ts';
import { liveGeneration } from './generation.ts';
import { park, parkedPositions, release } from './quarantine.ts';
import type { Projection } from './run.ts';
import { movedBy, notify } from './views-moved.ts';

/**
 * Applies the events that wait, in order; a stream whose event still fails stays where it is. Answers how many were
 * applied and how many still wait.
 */
export async function retryQuarantine(projection: Projection): Promise<{ applied: number; waiting: number }> {
  const { pool, source, keys, projectors } = projection;
  const waiting = await parkedPositions(pool, (await liveGeneration(pool)).id);
  const events = await openAll(await readEvents(source, waiting), keys);

  return inTransaction(pool, async (tx) => {
    // The row lock keeps the runner from writing the live views meanwhile.
    await tx.query(`select from projection.generation where state = 'live' for update`);
    const live = await liveGeneration(tx);
    const still = new Set(await parkedPositions(tx, live.id));
    const stuck = new Set<string>();
    const applied = [];
    for (const opened of events) {
      const { stored } = opened;
      if (!still.has(stored.position) || stuck.has(stored.stream)) continue;
      const error = await attemptIn(tx, () => writeRows(tx, live.schema, projectors, [opened]));
      if (error === undefined) {
        applied.push(opened);
        await release(tx, live.id, stored.position);
      } else {
        stuck.add(stored.stream);
        await park(tx, live.id, stored, { error, attempts: 1 });
      }
    }
    if (applied.length > 0) await notify(tx, { ...movedBy(applied, live.position), owners: '*' });
    return { applied: applied.length, waiting: still.size - applied.length };
  });
}

async function readEvents(source: EventSource, positions: readonly Position[]): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (const position of positions) {
    const reading = new AbortController();
    for await (const page of source.follow({ after: position - 1n, batchSize: 1, signal: reading.signal })) {
      const found = page.events.find((event) => event.position === position);
      if (found !== undefined) events.push(found);
      if (page.position >= position) break;
    }
    reading.abort();
  }
  return events;
}
