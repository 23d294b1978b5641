import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '@anecdotes/contracts';
import pg from 'pg';
import { liveGeneration } from './projection/generation.ts';
import { CHANNEL, readViewsMoved, type ViewsMoved } from './projection/views-moved.ts';

const RECONNECT_MS = { first: 100, most: 2_000 };
const POLL_MS = 250;

export type Positions = {
  /** The position that reads answer from, or later. */
  current(): Position;
  /** Tells of a commit; older ones than the current are nothing new. */
  advanceTo(moved: ViewsMoved): void;
  /** True as soon as the views stand at `position` or later, false after `milliseconds`. */
  waitFor(position: Position, milliseconds: number): Promise<boolean>;
  /** Calls `listener` at every move until the answered function is called. */
  onMove(listener: (moved: ViewsMoved) => void): () => void;
  stop(): Promise<void>;
};

type Waiter = { position: Position; resolve(reached: boolean): void; timer: NodeJS.Timeout };

/**
 * Keeps the position of the live views in memory. It is told by the runner of this process, by notifications of the
 * database, and by asking while no notification can come.
 */
export async function followPositions(
  connectionString: string,
  pool: pg.Pool,
  onError: (error: unknown) => void,
): Promise<Positions> {
  const stopping = new AbortController();
  const listeners = new Set<(moved: ViewsMoved) => void>();
  const waiters = new Set<Waiter>();
  let position = (await liveGeneration(pool)).position;

  function advanceTo(moved: ViewsMoved): void {
    if (moved.position <= position) return;
    position = moved.position;
    for (const waiter of waiters) if (waiter.position <= position) settle(waiter, true);
    for (const listener of listeners) listener(moved);
  }

  function settle(waiter: Waiter, reached: boolean): void {
    waiters.delete(waiter);
    clearTimeout(waiter.timer);
    waiter.resolve(reached);
  }

  const ask = async () => advanceTo({ position: (await liveGeneration(pool)).position, owners: '*' });
  const listening = listen(connectionString, { advanceTo, ask, onError, signal: stopping.signal });

  return {
    current: () => position,
    advanceTo,
    waitFor(wanted, milliseconds) {
      if (wanted <= position) return Promise.resolve(true);
      if (stopping.signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const timer = setTimeout(() => settle(waiter, false), milliseconds);
        const waiter: Waiter = { position: wanted, resolve, timer };
        waiters.add(waiter);
      });
    },
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

type Listening = {
  advanceTo(moved: ViewsMoved): void;
  ask(): Promise<void>;
  onError(error: unknown): void;
  signal: AbortSignal;
};

/** Listens on a connection of its own; while it has none, asks the database instead. */
async function listen(connectionString: string, { advanceTo, ask, onError, signal }: Listening): Promise<void> {
  for (let wait = RECONNECT_MS.first; !signal.aborted; wait = Math.min(RECONNECT_MS.most, wait * 2)) {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: 2_000,
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
        // What was told while nobody listened.
        await ask();
        wait = RECONNECT_MS.first;
        await ended;
      });
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    const until = performance.now() + wait;
    while (!signal.aborted && performance.now() < until) {
      await ask().catch(() => {});
      await delay(Math.min(wait, POLL_MS), undefined, { signal }).catch(() => {});
    }
  }
}

/** Connects, runs `body` with a promise of the connection's end, and closes in any case. */
async function withClient(
  client: pg.Client,
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
