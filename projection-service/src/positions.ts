import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '@anecdotes/contracts';
import { abortableDelay } from '@anecdotes/contracts/server/concurrency/delay';
import { createNotifier } from '@anecdotes/contracts/server/concurrency/notifier';
import { shareRun } from '@anecdotes/contracts/server/concurrency/share-run';
import { Client } from '@anecdotes/contracts/server/postgres/client';
import type pg from 'pg';
import type { UntilAwaited } from './gathering.ts';
import { liveGeneration } from './projection/generation.ts';
import { CHANNEL, readViewsMoved, type ViewsMoved } from './projection/views-moved.ts';

const RECONNECT_MS = { first: 100, max: 2_000 };
const POLL_MS = 250;
/** How often the position in memory is compared with the database. */
const COMPARE_MS = 2_000;
const COMPARE_WITHIN_MS = 3_000;
const REFRESH_WITHIN_MS = 1_000;

export type Positions = {
  /** Reads answer from this position or a later one; 0 while the views must not be read. */
  current(): Position;
  /** Reports a commit. One that is older than the current position changes nothing. */
  advanceTo(moved: ViewsMoved): void;
  /**
   * True as soon as the views are at `position` or later, false after `milliseconds`. The database is asked before it
   * returns false. Views that must not be read have no position, not even 0.
   */
  waitFor(position: Position, milliseconds: number): Promise<boolean>;
  /** Resolves as soon as a call waits for a position. */
  untilAwaited: UntilAwaited;
  /** Calls `listener` at every move until the returned function is called. */
  onMove(listener: (moved: ViewsMoved) => void): () => void;
  stop(): Promise<void>;
};

type Waiter = { position: Position; resolve(reached: boolean): void; timer: NodeJS.Timeout };

/** The position of views that were not made from this log: lower than every real one. */
const NO_POSITION = -1n;

/**
 * Keeps the position of the live views in memory. It learns it from the runner of this process and from notifications
 * of the database, and compares it with the database every two seconds and after each lost connection: restoring the
 * database can lower the position.
 */
export async function followPositions(
  connectionString: string,
  pool: pg.Pool,
  onError: (error: unknown) => void,
): Promise<Positions> {
  const stopping = new AbortController();
  const listeners = new Set<(moved: ViewsMoved) => void>();
  const waiters = new Set<Waiter>();
  const waiting = createNotifier();
  let position = await positionIn(pool);
  /** True while listeners must still be called even if the position stays the same. */
  let isCallDue = false;

  function moveTo(moved: ViewsMoved): void {
    position = moved.position;
    for (const waiter of waiters) if (waiter.position <= position) settle(waiter, true);
    // Listeners are not called while the views must not be read, but as soon as there are new ones.
    if (position >= 0n) for (const listener of listeners) listener(moved);
  }

  function advanceTo(moved: ViewsMoved): void {
    if (moved.changesEarlierRows) void refresh(pool, 'call-listeners').catch(onError);
    else if (moved.position > position) {
      // If a move in between was missed, it is unknown which accounts it concerned.
      const isNext = moved.after === undefined || moved.after === position;
      moveTo(isNext ? moved : { position: moved.position, owners: '*' });
    }
  }

  function settle(waiter: Waiter, reached: boolean): void {
    waiters.delete(waiter);
    clearTimeout(waiter.timer);
    waiter.resolve(reached);
  }

  /**
   * Takes over the position in the database, unless a newer one arrives meanwhile. With 'call-listeners' listeners are
   * called even if it is the same; if the database does not answer, by the next call.
   */
  async function refresh(database: pg.Pool | pg.ClientBase, mode?: 'call-listeners'): Promise<void> {
    isCallDue ||= mode !== undefined;
    const before = position;
    const stored = await positionIn(database);
    const isChange = stored > position || (stored < position && position === before);
    if (!isChange && !isCallDue) return;
    isCallDue = false;
    moveTo({ position: isChange ? stored : position, owners: '*' });
  }

  /** Asks the database once for all simultaneous callers. */
  const refreshTogether = shareRun(() => refresh(pool));

  const listening = listen(connectionString, { advanceTo, refresh, pool, onError, signal: stopping.signal });

  return {
    current: () => (position > 0n ? position : 0n),
    advanceTo,
    waitFor(wanted, milliseconds) {
      if (wanted <= position) return Promise.resolve(true);
      if (stopping.signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const giveUp = async () => {
          await Promise.race([refreshTogether().catch(() => {}), delay(REFRESH_WITHIN_MS)]);
          settle(waiter, wanted <= position);
        };
        const waiter: Waiter = { position: wanted, resolve, timer: setTimeout(() => void giveUp(), milliseconds) };
        waiters.add(waiter);
        waiting.notify();
      });
    },
    untilAwaited: (milliseconds, signal) =>
      waiters.size > 0 ? Promise.resolve() : waiting.wait(waiting.count(), milliseconds, signal),
    onMove(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      stopping.abort();
      for (const waiter of waiters) settle(waiter, false);
      await listening;
    },
  };
}

async function positionIn(database: pg.Pool | pg.ClientBase): Promise<Position> {
  const { position, isStale } = await liveGeneration(database);
  return isStale ? NO_POSITION : position;
}

type Listening = {
  advanceTo(moved: ViewsMoved): void;
  refresh(database: pg.Pool | pg.ClientBase, mode?: 'call-listeners'): Promise<void>;
  pool: pg.Pool;
  onError(error: unknown): void;
  signal: AbortSignal;
};

/**
 * Listens on a separate connection and also asks over it, so that a dead one is noticed; without it, asks through the
 * pool.
 */
async function listen(
  connectionString: string,
  { advanceTo, refresh, pool, onError, signal }: Listening,
): Promise<void> {
  let isFirst = true;
  for (let wait = RECONNECT_MS.first; !signal.aborted; wait = Math.min(RECONNECT_MS.max, wait * 2)) {
    const client = new Client({
      connectionString,
      connectionTimeoutMillis: 2_000,
      query_timeout: COMPARE_WITHIN_MS,
      keepAlive: true,
      application_name: 'anecdotes listener',
    });
    try {
      await withClient(client, signal, async (ended) => {
        client.on('notification', ({ payload = '' }) => {
          const moved = readViewsMoved(payload);
          if (moved !== undefined) advanceTo(moved);
        });
        await client.query(`listen ${CHANNEL}`);
        // Notifications that were sent while nothing listened are lost.
        await refresh(client, isFirst ? undefined : 'call-listeners');
        isFirst = false;
        wait = RECONNECT_MS.first;
        while (!(await endsWithin(ended, COMPARE_MS))) await refresh(client);
      });
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    const until = performance.now() + wait;
    while (!signal.aborted && performance.now() < until) {
      await refresh(pool).catch(() => {});
      await abortableDelay(Math.min(wait, POLL_MS), signal);
    }
  }
}

/** True as soon as `ended` resolves, false after `milliseconds`; throws what `ended` throws. */
async function endsWithin(ended: Promise<void>, milliseconds: number): Promise<boolean> {
  const passed = Promise.withResolvers<false>();
  const timer = setTimeout(passed.resolve, milliseconds, false);
  try {
    return await Promise.race([ended.then(() => true), passed.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Connects, runs `body` with a promise of the connection's end, and closes in any case. */
async function withClient(
  client: Client,
  signal: AbortSignal,
  body: (ended: Promise<void>) => Promise<void>,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const end = () => ended.resolve();
  client.on('error', ended.reject);
  client.on('end', end);
  signal.addEventListener('abort', end);
  ended.promise.catch(() => {});
  try {
    await client.connect();
    await body(ended.promise);
  } finally {
    signal.removeEventListener('abort', end);
    await client.end().catch(() => {});
  }
}
