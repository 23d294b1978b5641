import { setTimeout as delay } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { Problem } from '../../problem.ts';
import { completeAddress } from './address.ts';
import { closeClient } from './calls.ts';
import { NoAnswer } from './no-answer.ts';
import { sendNoAddressAsServerName } from './server-name.ts';

sendNoAddressAsServerName();

/** A client of EventStoreDB that is replaced when it no longer works reliably. */
export type EventStoreDbConnection = {
  /**
   * Returns the result of `work`, which is repeated once when the server was not the leader. Throws UNAVAILABLE after
   * `milliseconds`, whatever the client does, and for every error of `work` that is no Problem; `signal` then aborts,
   * so that `work` stops.
   */
  call<Result>(milliseconds: number, work: Work<Result>): Promise<Result>;
  /** The current client, for a call without a deadline; when that fails, call `invalidate`. */
  client(): EventStoreDBClient;
  /** Gives the next call a new client on a new connection, unless this one is younger than half a second. */
  invalidate(client: EventStoreDBClient, error: unknown): void;
  close(): Promise<void>;
};

type Work<Result> = (client: EventStoreDBClient, signal: AbortSignal) => Promise<Result>;

const RENEW_AFTER_MS = 500;
/** The longest time that the client needs to switch to the leader that the server named. */
const REDIRECT_MS = 20;

/**
 * A connection to the server or cluster at `connectionString`; nothing is opened before the first call. `name` shows in
 * the server's list of connections.
 */
export function connectEventStoreDb(connectionString: string, name: string): EventStoreDbConnection {
  let current: { client: EventStoreDBClient; since: number } | undefined;
  const abandoned = new WeakSet<EventStoreDBClient>();
  let clients = 0;
  let closed = false;

  function client(): EventStoreDBClient {
    if (closed) throw unavailable(new Error('the connection is closed'));
    if (current === undefined) {
      current = { client: openClient(connectionString, name, clients), since: performance.now() };
      clients += 1;
    }
    return current.client;
  }

  function replace(failed: EventStoreDBClient): void {
    if (current?.client !== failed) return;
    current = undefined;
    abandoned.add(failed);
    closeClient(failed).catch(() => {});
  }

  function invalidate(failed: EventStoreDBClient, error: unknown): void {
    // The client itself switches to the leader that the server named.
    if (isNotLeader(error)) return;
    if (current !== undefined && performance.now() - current.since > RENEW_AFTER_MS) replace(failed);
  }

  async function attempt<Result>(milliseconds: number, work: Work<Result>): Promise<Result> {
    const used = client();
    const stop = new AbortController();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new NoAnswer('no answer in time')), milliseconds);
    const working = work(used, stop.signal);
    // An error after the timeout has no other handler.
    working.catch(() => {});
    try {
      const result = await Promise.race([working, late.promise]);
      // A cancelled read ends without an error, like a complete one.
      if (abandoned.has(used)) throw new NoAnswer('the client was closed during the call');
      return result;
    } catch (error) {
      stop.abort();
      if (error instanceof Problem) throw error;
      if (error instanceof NoAnswer) replace(used);
      else invalidate(used, error);
      throw unavailable(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    client,
    invalidate,
    async call(milliseconds, work) {
      try {
        return await attempt(milliseconds, work);
      } catch (error) {
        if (!isNotLeader((error as Error).cause)) throw error;
        await delay(REDIRECT_MS);
        return attempt(milliseconds, work);
      }
    },
    async close() {
      closed = true;
      const last = current?.client;
      current = undefined;
      if (last === undefined) return;
      abandoned.add(last);
      await closeClient(last).catch(() => {});
    },
  };
}

/**
 * gRPC channels with the same options share one socket, with its broken state and its growing pauses between attempts
 * to reconnect. Each client has a different keep-alive interval, and so a socket of its own.
 */
function openClient(connectionString: string, name: string, count: number): EventStoreDBClient {
  const defaults = {
    connectionName: encodeURIComponent(`anecdotes ${name}`),
    gossipTimeout: '1',
    keepAliveInterval: String(10_000 + (count % 1_000)),
    keepAliveTimeout: '5000',
  };
  // Without this option the client reports a wrong revision after a conflict.
  const fixed = { throwOnAppendFailure: 'true' };
  return EventStoreDBClient.connectionString(completeAddress(connectionString, defaults, fixed));
}

function isNotLeader(error: unknown): boolean {
  const { type, metadata } = (error ?? {}) as { type?: string; metadata?: { get?(key: string): unknown[] } };
  return type === 'not-leader' || String(metadata?.get?.('exception')[0]) === 'not-leader';
}

/** The gRPC status codes CANCELLED, DEADLINE_EXCEEDED and UNAVAILABLE. */
const NOT_ANSWERED: ReadonlySet<unknown> = new Set([1, 4, 14]);
/** The message of the client when no server of a cluster can be reached; its error has no code. */
const NO_SERVER_FOUND = /^Failed to discover after /;

function unavailable(error: unknown): Problem {
  return new Problem('UNAVAILABLE', { retryAfter: 1 }, { cause: orNoAnswer(error) });
}

/** `error` of the client, or a NoAnswer caused by it if it means that no server answers. */
export function orNoAnswer(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string };
  const isUnanswered = NOT_ANSWERED.has(code) || NO_SERVER_FOUND.test(message ?? '');
  return isUnanswered && !isNotLeader(error) ? new NoAnswer('the server does not answer', { cause: error }) : error;
}
