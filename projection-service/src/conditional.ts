import { hash } from 'node:crypto';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpRequest, HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { LRUCache } from 'lru-cache';
import type { Versions } from './versions.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended by a declaration.
  interface FastifyContextConfig {
    /** Answers from the views of the caller's account, whatever the time is: unmoved views give the same answer. */
    isConditional?: true;
  }
}

const KEPT_BYTES = 16 * 1024 * 1024;
const KEPT_MS = 60_000;

/** What an answer will be kept under; empty where it is not. */
const KEY = 'answerKey';
const keptHeaders = ['content-type', 'content-encoding', 'vary'] as const;

type KeptAnswer = {
  readonly tag: string;
  readonly payload: Buffer;
  readonly headers: [name: string, value: string][];
};

/**
 * Gives the answers of the routes of `app` that are conditional an ETag, and answers without a look into the database
 * while the views of the account have not moved: 304 to a caller that has the answer already, and the same answer again
 * for as long as it is kept. Register it after what finds the caller and makes requests wait for a position.
 */
export function answerConditionally(app: HttpServer, { versionOf }: Pick<Versions, 'versionOf'>): void {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: KEPT_BYTES,
    maxEntrySize: KEPT_BYTES / 64,
    sizeCalculation: ({ payload }, key) => payload.length + key.length,
    ttl: KEPT_MS,
  });
  app.decorateRequest(KEY, '');
  app.addHook('onRequest', (request, reply, done) => {
    if (!isConditional(request)) return done();
    const { account, kind } = principalOf(request);
    const { method, url, headers } = request;
    const state = `${versionOf(account)} ${account} ${kind}`;
    const key = `${state} ${headers['accept-encoding'] ?? ''} ${url}`;
    const isKept = method === 'GET' && !url.includes('as_of=');
    const kept = isKept ? answers.get(key) : undefined;
    const tag = kept?.tag ?? `W/"${hash('sha256', `${state} ${url}`, 'base64url')}"`;
    reply.header('etag', tag);
    // Nobody can know the tag of an address that was not answered before, so nothing else needs to be checked.
    if (isKnown(headers['if-none-match'], tag)) return reply.code(304).send();
    if (kept !== undefined && !namesAny(request)) {
      for (const [name, value] of kept.headers) reply.header(name, value);
      return reply.send(kept.payload);
    }
    if (isKept) request.setDecorator(KEY, key);
    return done();
  });
  app.addHook('preHandler', (request, reply, done) => {
    // Any tag will do, but only for an address that can be answered.
    if (isConditional(request) && namesAny(request)) return reply.code(304).send();
    return done();
  });
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    const key = request.getDecorator<string>(KEY);
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (key !== '' && reply.statusCode === 200 && isWhole) {
      const headers = keptHeaders.map((name): [string, string] => [name, String(reply.getHeader(name) ?? '')]);
      const tag = String(reply.getHeader('etag'));
      answers.set(key, { tag, payload: copyOf(payload), headers: headers.filter(([, value]) => value !== '') });
    }
    done(null, payload);
  });
}

/** The bytes of an answer, not as a part of a larger buffer, which they would keep in memory. */
function copyOf(payload: string | Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(payload));
  if (typeof payload === 'string') copy.write(payload);
  else payload.copy(copy);
  return copy;
}

function isConditional({ is404, routeOptions }: HttpRequest): boolean {
  return !is404 && routeOptions.config.isConditional === true;
}

/** True when the caller has an answer of whatever tag. */
function namesAny({ headers }: HttpRequest): boolean {
  return headers['if-none-match']?.trim() === '*';
}

/** True when an `If-None-Match` header names `tag` (RFC 9110, 13.1.2; weak comparison). */
export function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header === tag) return true;
  const opaque = opaqueOf(tag);
  return header.split(',').some((known) => opaqueOf(known) === opaque);
}

function opaqueOf(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
