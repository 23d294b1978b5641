import { hash, randomBytes } from 'node:crypto';
import type { AccountId } from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { LRUCache } from 'lru-cache';
import type { Positions } from './positions.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended by a declaration.
  interface FastifyContextConfig {
    /** Answers from the views of the caller's account, whatever the time is: unmoved views give the same answer. */
    isConditional?: true;
  }
}

const MAX_ACCOUNTS = 50_000;

/**
 * Gives the answers of the routes of `app` that are conditional an ETag, and answers 304 without a look into the
 * database when the caller has that one already. Register it after what makes requests wait for a position.
 */
export function answerConditionally(app: HttpServer, positions: Positions): void {
  const { versionOf, stop } = followVersions(positions);
  app.addHook('preClose', async () => {
    stop();
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.isConditional !== true) return done();
    const { account, kind } = principalOf(request);
    const tag = `W/"${hash('sha256', `${versionOf(account)} ${account} ${kind} ${request.url}`, 'base64url')}"`;
    reply.header('etag', tag);
    if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
    done();
  });
}

/** True when an `If-None-Match` header names `tag` (RFC 9110, 13.1.2; weak comparison). */
export function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = opaqueOf(tag);
  return header.trim() === '*' || header.split(',').some((known) => opaqueOf(known) === opaque);
}

function opaqueOf(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

/**
 * Numbers the states of each account's views as this process hears of them. They begin anew with each process, and with
 * each move of which nobody knows whom it concerns: the views may be those of a newer program.
 */
export function followVersions(positions: Pick<Positions, 'onMove'>, max = MAX_ACCOUNTS) {
  const name = randomBytes(12).toString('base64url');
  let last = 0;
  let ofOthers = 0;
  const versions = new LRUCache<string, number>({
    max,
    // Who is forgotten has the number of all that are not known.
    dispose(version, _account, reason) {
      if (reason === 'evict') ofOthers = Math.max(ofOthers, version);
    },
  });
  const stop = positions.onMove(({ owners }) => {
    last += 1;
    if (owners === '*') {
      versions.clear();
      ofOthers = last;
    } else for (const owner of owners) versions.set(owner, last);
  });
  return { versionOf: (account: AccountId) => `${name}.${versions.get(account) ?? ofOthers}`, stop };
}
