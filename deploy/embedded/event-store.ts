import type { WholeLog } from '@anecdotes/command-service/event-log';
import { createNotifier } from '@anecdotes/contracts/server/concurrency/notifier';
import { createPool, withSettings } from '@anecdotes/contracts/server/postgres/pool';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { createAppender } from './event-store-append.ts';
import { type ChainCheck, verifyChain } from './event-store-chain.ts';
import { followLog } from './event-store-follow.ts';
import { readFirst, readHead, readIdAt, readPage, readStream, readStreams, readTypes } from './event-store-read.ts';
import { migrateEventStore, refuseNewerEventStore } from './event-store-schema.ts';

/** The event log in schema `log` of a Postgres database, to append to and to follow. */
export type EventStore = WholeLog &
  EventSource & {
    /** Creates or updates the schema; several processes may do so at once. */
    migrate(): Promise<void>;
    /** Throws ConfigurationError when a newer version wrote the log. */
    refuseNewer(): Promise<void>;
    /** Recomputes the hash chain of the whole log and returns the first position that differs. */
    verifyChain(): Promise<ChainCheck>;
    /** Closes the connections; followers must have been aborted before. */
    close(): Promise<void>;
  };

/**
 * Opens the log in the database at `connectionString`, with connections of its own. `onError` is called for lost
 * connections and for failed reads, which followers repeat, at most `maxFailures` times in a row; `readers` is the
 * number of connections for reading.
 */
export function createEventStore(
  connectionString: string,
  {
    onError = () => {},
    readers = LOG_READERS,
    maxFailures,
  }: { onError?: (error: Error) => void; readers?: number; maxFailures?: number } = {},
): EventStore {
  const url = withSettings(connectionString, PLANNER_SETTINGS);
  const writing = createPool(url, {
    name: 'log writer',
    max: LOG_WRITERS,
    onError,
    statementTimeout: APPEND_TIMEOUT_MS,
  });
  const reading = createPool(url, { name: 'log reader', max: readers, onError, statementTimeout: READ_TIMEOUT_MS });
  const appended = createNotifier();
  const append = createAppender(writing, appended.notify);
  const head = () => readHead(reading);

  return {
    append,
    readStream: (stream, options) => readStream(reading, stream, options),
    readStreams: (streams, options) => readStreams(reading, streams, options),
    idAt: (position) => readIdAt(reading, position),
    readFirst: () => readFirst(reading),
    readTypes: (types, after) => readTypes(reading, types, after),
    head,
    end: head,
    follow: (options) =>
      followLog({ readPage: (...range) => readPage(reading, ...range), head, appended, onError, maxFailures }, options),
    migrate: () => migrateEventStore(writing),
    refuseNewer: () => refuseNewerEventStore(reading),
    verifyChain: () => verifyChain(reading),
    async close() {
      await Promise.all([writing.end(), reading.end()]);
    },
  };
}

/** Appends that wait together are one statement, so one connection is enough. */
export const LOG_WRITERS = 1;
export const LOG_READERS = 4;

/** The pool stops waiting for an answer 3 s after the statement timeout, so an append fails after 5 s at most. */
const APPEND_TIMEOUT_MS = 2_000;
const READ_TIMEOUT_MS = 5_000;

/**
 * Every query of the log finds its rows by an index. A plan made while the tables were small must not keep a sequential
 * scan until the statistics catch up with a burst of appends. Generic plans are enough for all parameters.
 */
const PLANNER_SETTINGS = [
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'jit=off',
  'plan_cache_mode=force_generic_plan',
];
