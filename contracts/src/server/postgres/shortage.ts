import { QueueFull } from '../concurrency/bounded-queue.ts';
import { NoAnswer } from '../eventstoredb/no-answer.ts';
import { isFailedConnect } from './client.ts';

/**
 * What a database can be short of; `writes` when it only allows reads, such as a replica after a failover; `time` when
 * more waits than it can store, `answer` when it accepts no connection, `free-connections` when this program uses all
 * that it may open. `log` when EventStoreDB does not answer.
 */
const sentences = {
  disk: 'The disk of the database is full.',
  memory: 'The database is out of memory.',
  connections: 'The database has no connection left.',
  files: 'The database cannot read or write its files.',
  writes: 'The database only allows reads.',
  others: 'The database has reached one of its limits.',
  answer: 'The database cannot be reached.',
  log: 'EventStoreDB does not answer.',
  'free-connections': 'All connections to the database are in use.',
  time: 'Too much is waiting to be stored, so requests are refused.',
};
type Resource = keyof typeof sentences;

const byCode: Record<string, Resource> = {
  '25006': 'writes',
  '53100': 'disk',
  '53200': 'memory',
  '53300': 'connections',
  '57P03': 'answer',
  '58030': 'files',
};

/** The message of pg-pool when no connection became free in time. */
const NONE_FREE = 'timeout exceeded when trying to connect';

/** What the database was short of when it refused a statement with `error`; undefined for any other error. */
function missingResource(error: unknown): Resource | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof QueueFull) return 'time';
    if (inner instanceof NoAnswer) return 'log';
    if (isFailedConnect(inner)) return 'answer';
    if (inner.message === NONE_FREE) return 'free-connections';
    const { code } = inner as { code?: unknown };
    if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) continue;
    const resource = byCode[code] ?? (code.startsWith('53') ? 'others' : undefined);
    if (resource !== undefined) return resource;
  }
  return undefined;
}

/** The current shortages of the database, logged once instead of for every call that failed. */
export type Shortages = {
  /**
   * Records `error`; false when it is no shortage. `log` is called when a shortage begins, and with `isOver` when it is
   * over.
   */
  report(error: unknown, log: (sentence: string, isOver: boolean) => void): boolean;
  /** A sentence for everything that was missing within the last ten seconds. */
  current(): string[];
};

const OVER_AFTER_MS = 10_000;

export function createShortages(): Shortages {
  const current = new Map<Resource, NodeJS.Timeout>();
  return {
    report(error, log) {
      const resource = missingResource(error);
      if (resource === undefined) return false;
      const timer = current.get(resource);
      if (timer !== undefined) timer.refresh();
      else {
        log(sentences[resource], false);
        const over = () => {
          current.delete(resource);
          log(`No longer seen for 10 seconds: ${sentences[resource]}`, true);
        };
        current.set(resource, setTimeout(over, OVER_AFTER_MS).unref());
      }
      return true;
    },
    current: () => [...current.keys()].map((resource) => sentences[resource]),
  };
}
