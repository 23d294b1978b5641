import { QueueFull } from '../concurrency/bounded-queue.ts';

/** What a database can be short of; `time` when more waits than it can store. */
type Resource = 'disk' | 'memory' | 'connections' | 'files' | 'others' | 'time';

const sentences: Record<Resource, string> = {
  disk: 'The disk of the database is full.',
  memory: 'The database is out of memory.',
  connections: 'The database has no connection left.',
  files: 'The database cannot read or write its files.',
  others: 'The database has reached one of its limits.',
  time: 'Too much is waiting to be stored, so requests are refused.',
};

const byCode: Record<string, Resource> = {
  '53100': 'disk',
  '53200': 'memory',
  '53300': 'connections',
  '58030': 'files',
};

/** What the database was short of when it refused a statement with `error`; undefined for any other error. */
function missingResource(error: unknown): Resource | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof QueueFull) return 'time';
    const { code } = inner as { code?: unknown };
    if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) continue;
    const resource = byCode[code] ?? (code.startsWith('53') ? 'others' : undefined);
    if (resource !== undefined) return resource;
  }
  return undefined;
}

/** The current shortages of the database, logged once instead of for every call that failed. */
export type Shortages = {
  /** Records `error`; false when it is no shortage. `log` is called when a shortage begins, and when it is over. */
  report(error: unknown, log: (sentence: string) => void): boolean;
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
        log(sentences[resource]);
        const over = () => {
          current.delete(resource);
          log(`No longer seen for 10 seconds: ${sentences[resource]}`);
        };
        current.set(resource, setTimeout(over, OVER_AFTER_MS).unref());
      }
      return true;
    },
    current: () => [...current.keys()].map((resource) => sentences[resource]),
  };
}
