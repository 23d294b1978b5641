import type { Position } from '@anecdotes/contracts';
import { liveGeneration } from './generation.ts';
import type { Projection } from './projection.ts';
import { countWaiting, type Waiting } from './quarantine.ts';

/**
 * Views are reported when they are behind and have not moved, or come no closer to the end of the log, for this long.
 */
const STALLED_MS = 5_000;

export type ProjectionHealth = {
  status: 'ok' | 'degraded';
  /** Positions between the log's end and the live views. */
  lag: number;
  /** For how many seconds the views have been behind the log without interruption; 0 when they keep up. */
  behindSeconds: number;
  /** Events in quarantine with the fault `poison`, with those that wait behind them. */
  quarantined: number;
  /** Events in quarantine because the vault does not have their key, with those that wait behind them. */
  missingKeys: number;
  rebuilding: boolean;
  /** One sentence for an operator about each thing that is wrong. */
  reasons: string[];
};

export type HealthCheck = {
  /**
   * Checks the log and the views. When the log or the database does not answer, that is the result: it does not throw.
   */
  examine(): Promise<void>;
  rebuilding(isRebuilding: boolean): void;
  /** The result of the last check. */
  current(): ProjectionHealth;
};

/** Watches how far the live views are behind the log, and whether they catch up. `clock` is in milliseconds. */
export function createHealthCheck(
  { pool, source }: Pick<Projection, 'pool' | 'source'>,
  clock: () => number = () => performance.now(),
): HealthCheck {
  const distance = measureDistance();
  let waiting: Waiting = { poison: 0, 'missing-key': 0 };
  let isRebuilding = false;
  let isStale = false;
  let isAhead = false;
  let isUnknown = false;

  function* reasons(): Generator<string> {
    const { lag, unmovedMs, behindMs, notCloserMs } = distance.at(clock());
    const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);
    if (isUnknown) yield 'The log or the database does not answer.';
    if (isRebuilding || isStale) yield 'The views are being rebuilt.';
    else if (isAhead)
      yield 'The views are ahead of the log: the log was restored to an earlier state, or replaced by another one.';
    else if (lag > 0 && unmovedMs >= STALLED_MS) {
      yield `The views have not moved for ${seconds(unmovedMs)} seconds and are ${lag} positions behind the log.`;
    } else if (behindMs >= STALLED_MS && notCloserMs >= STALLED_MS) {
      yield `The views have been behind the log for ${seconds(behindMs)} seconds ` +
        `and have not come closer to its end for ${seconds(notCloserMs)} seconds.`;
    }
    if (waiting.poison > 0) yield `Events that could not be applied and wait in quarantine: ${waiting.poison}.`;
    if (waiting['missing-key'] > 0) yield missingKeysSentence(waiting['missing-key']);
  }

  return {
    async examine() {
      try {
        // In this order, because the log only grows: it then contains everything that the views have seen.
        const [live, found] = await Promise.all([liveGeneration(pool), countWaiting(pool)]);
        const [head, end] = await Promise.all([source.head(), source.end()]);
        distance.note(clock(), live.position, head);
        isAhead = live.position > end;
        isStale = live.isStale;
        waiting = found;
        isUnknown = false;
      } catch {
        isUnknown = true;
      }
    },
    rebuilding(value) {
      isRebuilding = value;
    },
    current() {
      const all = [...reasons()];
      const { lag, behindMs } = distance.at(clock());
      return {
        status: all.length > 0 ? 'degraded' : 'ok',
        lag,
        behindSeconds: Math.floor(behindMs / 1_000),
        quarantined: waiting.poison,
        missingKeys: waiting['missing-key'],
        rebuilding: isRebuilding || isStale,
        reasons: all,
      };
    },
  };
}

/** The sentence for an operator about events whose key is missing. */
export function missingKeysSentence(events: number): string {
  return (
    `The vault has no key for events of the log: ${events}. ` +
    'The vault is older than the log, or belongs to another log. ' +
    'Restore the vault of this log; the events are then applied automatically.'
  );
}

/**
 * Measures how far the views are behind, from the positions of views and log at each check. While people write, the log
 * is always a little ahead: the views keep up if they have passed the end that the log had at the previous check.
 */
function measureDistance() {
  let lag = 0;
  let seen: { position: Position; head: Position } | undefined;
  let movedAt = 0;
  let followedAt = 0;
  let nearest = Number.POSITIVE_INFINITY;
  let nearerAt = 0;

  return {
    note(now: number, position: Position, head: Position): void {
      const before = lag;
      lag = head > position ? Number(head - position) : 0;
      if (lag === 0 || before === 0 || position !== seen?.position) movedAt = now;
      if (lag === 0 || seen === undefined || position >= seen.head) {
        followedAt = now;
        nearest = Number.POSITIVE_INFINITY;
      }
      if (lag < nearest) {
        nearest = lag;
        nearerAt = now;
      }
      seen = { position, head };
    },
    at(now: number) {
      const isBehind = lag > 0;
      return {
        lag,
        unmovedMs: isBehind ? now - movedAt : 0,
        behindMs: isBehind ? now - followedAt : 0,
        notCloserMs: isBehind ? now - nearerAt : 0,
      };
    },
  };
}
