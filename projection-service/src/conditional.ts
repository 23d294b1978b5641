import { hash } from 'node:crypto';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpRequest, HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { LRUCache } from 'lru-cache';
import type { Versions } from './versions.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended by a declaration.
  interface FastifyContextConfig {
    /**
     * Set if the answer depends only on the views of the caller's account and not on the time: while these do not move,
     * the answer stays the same.
     */
    isConditional?: true;
  }
}

const KEPT_BYTES = 16 * 1024 * 1024;
const KEPT_MS = 60_000;

/** The property of a request with the key under which its answer will be kept; empty if it will not be kept. */
const KEY = 'answerKey';
const keptHeaders = ['content-type', 'content-encoding', 'vary'] as const;
/** Headers that describe a body, which an answer without one does not have. */
const bodyHeaders = ['content-type', 'content-encoding', 'content-length'] as const;

type KeptAnswer = {
  readonly tag: string;
  readonly payload: Buffer;
  readonly headers: [name: string, value: string][];
};

/**
 * Gives the answers of the conditional routes of `app` an ETag. While the views of the account have not moved, it
 * answers without a database query: 304 to a caller that already has the answer, and the kept answer to others.
 * Register it after the hooks that find the caller and wait for a position.
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
    const { method, url, query, headers } = request;
    const state = `${versionOf(account)} ${account} ${kind}`;
    const key = `${state} ${headers['accept-encoding'] ?? ''} ${url}`;
    // An answer about the past says in a header which position it shows, so it is made each time.
    const isKept = method === 'GET' && !Object.hasOwn(query as object, 'as_of');
    const kept = isKept ? answers.get(key) : undefined;
    const tag = kept?.tag ?? `W/"${hash('sha256', `${state} ${url}`, 'base64url')}"`;
    reply.header('etag', tag);
    // A caller can only know the tag of a URL that was answered before, so nothing else needs to be checked.
    if (namesTag(headers['if-none-match'], tag)) return reply.code(304).send();
    if (kept !== undefined && !matchesAnyTag(request)) {
      for (const [name, value] of kept.headers) reply.header(name, value);
      return reply.send(kept.payload);
    }
    if (isKept) request.setDecorator(KEY, key);
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
    // `*` matches any answer, but not a refusal, so the answer has to be made first.
    if (isConditional(request) && matchesAnyTag(request) && reply.statusCode === 200) {
      reply.code(304);
      for (const name of bodyHeaders) reply.removeHeader(name);
      // Fastify itself leaves out the body of an answer to HEAD.
      return done(null, request.method === 'HEAD' ? payload : null);
    }
    return done(null, payload);
  });
}

/** A copy of an answer in its own buffer: a slice would keep the whole larger buffer in memory. */
function copyOf(payload: string | Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(payload));
  if (typeof payload === 'string') copy.write(payload);
  else payload.copy(copy);
  return copy;
}

function isConditional({ is404, routeOptions }: HttpRequest): boolean {
  return !is404 && routeOptions.config.isConditional === true;
}

/** True for `If-None-Match: *`, which matches any tag. */
function matchesAnyTag({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  return headers['if-none-match']?.trim() === '*';
}

/** True when the `If-None-Match` of a request matches `tag`, the one of an answer that exists (RFC 9110, 13.1.2). */
export function isKnown(request: Pick<HttpRequest, 'headers'>, tag: string): boolean {
  return matchesAnyTag(request) || namesTag(request.headers['if-none-match'], tag);
}

/** True when an `If-None-Match` header names `tag`, by weak comparison. */
function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header === tag) return true;
  const opaque = opaqueOf(tag);
  return header.split(',').some((known) => opaqueOf(known) === opaque);
}

function opaqueOf(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
