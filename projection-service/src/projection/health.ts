import type { Position } from '@anecdotes/contracts';
import { liveGeneration } from './generation.ts';
import { quarantineCount } from './quarantine.ts';
import type { Projection } from './run.ts';

/** Views that are behind and have not moved for so long are reported. */
const STANDING_MS = 5_000;

export type ProjectionHealth = {
  status: 'ok' | 'degraded';
  /** Positions between the log's end and the live views. */
  lag: number;
  quarantined: number;
  rebuilding: boolean;
  /** A sentence for an operator about everything that is wrong. */
  reasons: string[];
};

export type HealthCheck = {
  /** Looks at the log and the views; a log or a database that does not answer is part of what it finds. */
  examine(): Promise<void>;
  rebuilding(isRebuilding: boolean): void;
  /** What was found when it last looked. */
  current(): ProjectionHealth;
};

/** Watches how far the live views are behind the log, and whether they move. `clock` is in milliseconds. */
export function createHealthCheck(
  { pool, source }: Pick<Projection, 'pool' | 'source'>,
  clock: () => number = () => performance.now(),
): HealthCheck {
  let lag = 0;
  let quarantined = 0;
  let isRebuilding = false;
  let isUnknown = false;
  let seen: Position | undefined;
  let movedAt = clock();

  function* reasons(): Generator<string> {
    const standing = clock() - movedAt;
    if (isUnknown) yield 'The log or the database does not answer.';
    if (isRebuilding) yield 'The views are being rebuilt.';
    else if (lag > 0 && standing >= STANDING_MS) {
      yield `The views have not moved for ${Math.floor(standing / 1_000)} seconds and are ${lag} positions behind the log.`;
    }
    if (quarantined > 0) yield `Events that could not be applied and wait in quarantine: ${quarantined}.`;
  }

  return {
    async examine() {
      try {
        const [head, live, waiting] = await Promise.all([source.head(), liveGeneration(pool), quarantineCount(pool)]);
        const behind = head > live.position ? Number(head - live.position) : 0;
        if (behind === 0 || lag === 0 || live.position !== seen) movedAt = clock();
        seen = live.position;
        lag = behind;
        quarantined = waiting;
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
      return {
        status: all.length > 0 ? 'degraded' : 'ok',
        lag,
        quarantined,
        rebuilding: isRebuilding,
        reasons: all,
      };
    },
  };
}
