import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import { isPublic } from '@anecdotes/contracts/server/auth/route-policy';
import type { HttpRequest, HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { addressOf, callerOf } from '@anecdotes/contracts/server/http/rate-limit';
import type { PostgresPool } from 'kysely';

/** How many statements of one caller wait for a connection before more are refused, and for how long. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 5_000;

/** A user of connections, and how many it may use at once. */
export type Share = { readonly key: string; readonly max: number };

type Line = { running: number; waiting: (() => void)[] };

/**
 * Gives out turns: each share has at most its `max` at once, further ones wait in order. The slow reads of one caller
 * cannot take the connections that all others need.
 */
export function createReaderQueue() {
  const lines = new Map<string, Line>();

  /**
   * Resolves with a function that ends the turn. Throws RATE_LIMITED when too many calls wait, or this one waits too
   * long.
   */
  return async function take({ key, max }: Share): Promise<() => void> {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running >= max) await queueUp(line);
    else line.running += 1;
    return () => {
      const next = line.waiting.shift();
      if (next !== undefined) return next();
      line.running -= 1;
      if (line.running === 0) lines.delete(key);
    };
  };
}

/** Waits until a running turn ends and is handed over. */
function queueUp({ waiting }: Line): Promise<void> {
  if (waiting.length >= MAX_WAITING) throw new Problem('RATE_LIMITED', { retryAfter: 1 });
  return new Promise((resolve, reject) => {
    const turn = () => {
      clearTimeout(late);
      resolve();
    };
    const late = setTimeout(() => {
      waiting.splice(waiting.indexOf(turn), 1);
      reject(new Problem('RATE_LIMITED', { retryAfter: 1 }));
    }, MAX_WAIT_MS);
    waiting.push(turn);
  });
}

const callers = new AsyncLocalStorage<readonly Share[]>();

/** Stores for each request of `app` the shares of its caller; an account gets half of `connections`. */
export function trackReaders(app: HttpServer, connections: number): void {
  const max = Math.ceil(connections / 2);
  app.addHook('preHandler', (request, _reply, done) => callers.run(sharesOf(request, max), done));
}

/** The guests share one account; each of their addresses gets at most half of the turns of that account. */
function sharesOf(request: HttpRequest, max: number): Share[] {
  if (request.is404 || isPublic(request)) return [];
  const principal = principalOf(request);
  const { account } = principal;
  const caller = callerOf(principal, addressOf(request));
  const guest = { key: caller, max: Math.ceil(max / 2) };
  return [...(caller === account ? [] : [guest]), { key: account, max }];
}

/**
 * Wraps `pool` so that each connection needs a turn of the current request's caller; outside of requests there is no
 * limit.
 */
export function limitReaders(pool: PostgresPool): PostgresPool {
  const take = createReaderQueue();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const ends: (() => void)[] = [];
      const end = () => {
        for (const each of ends.splice(0)) each();
      };
      try {
        for (const share of callers.getStore() ?? []) ends.push(await take(share));
        const client = await pool.connect();
        const release = (destroy?: boolean) => {
          client.release(destroy);
          end();
        };
        return { query: client.query.bind(client) as typeof client.query, release };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}
