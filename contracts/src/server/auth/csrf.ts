import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { headers } from '../../headers.ts';
import { Problem } from '../../problem.ts';
import { deriveKey, hmac } from '../crypto/derived-key.ts';

const COOKIE = 'XSRF-TOKEN';
const RANDOM_BYTES = 16;
/** The size of a cache of valid tokens, which saves computing their signature again. */
const MAX_CACHED = 10_000;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Protects against changing calls that another site makes a browser send. */
export type CsrfProtection = {
  /**
   * Throws CSRF_REFUSED for a changing call that has cookies but does not repeat the token of cookie `XSRF-TOKEN` in
   * its header. Sets the cookie on a read without a valid one, except for a program, which sends `Authorization` and no
   * cookie.
   */
  check(request: FastifyRequest, reply: FastifyReply): void;
  /** Throws CSRF_REFUSED for a call from a page of another site, if the browser sends `Origin`. */
  checkOrigin(request: FastifyRequest): void;
};

/** Tokens are signed with a key derived from `masterKey`, so that a cookie planted by an attacker is not accepted. */
export function createCsrfProtection(masterKey: Uint8Array, publicUrl?: string): CsrfProtection {
  const key = deriveKey(masterKey, 'csrf-token');
  const sign = (random: string) => hmac(key, random).toString('base64url');
  const secure = publicUrl?.startsWith('https:') ? '; Secure' : '';

  const validTokens = new LRUCache<string, true>({ max: MAX_CACHED });

  function isValid(token: string | undefined): boolean {
    if (token === undefined) return false;
    if (validTokens.has(token)) return true;
    const [random = '', signature = ''] = token.split('.');
    if (!isEqual(signature, sign(random))) return false;
    validTokens.set(token, true);
    return true;
  }

  function setCookie(reply: FastifyReply): void {
    const random = randomBytes(RANDOM_BYTES).toString('base64url');
    reply.header('set-cookie', `${COOKIE}=${random}.${sign(random)}; Path=/; SameSite=Strict${secure}`);
  }

  return {
    check(request, reply) {
      const { cookie, authorization } = request.headers;
      if (cookie === undefined && authorization !== undefined) return;
      const cookieToken = cookie === undefined ? undefined : tokenIn(cookie);
      if (safeMethods.has(request.method)) {
        if (!isValid(cookieToken)) setCookie(reply);
        return;
      }
      if (cookie === undefined) return;
      const headerToken = request.headers[headers.csrfToken];
      if (typeof headerToken === 'string' && isValid(cookieToken) && isEqual(headerToken, cookieToken ?? '')) return;
      if (!isValid(cookieToken)) setCookie(reply);
      throw new Problem('CSRF_REFUSED');
    },
    checkOrigin(request) {
      const { origin, host } = request.headers;
      if (origin === undefined || hostOf(origin) === host) return;
      if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return;
      throw new Problem('CSRF_REFUSED');
    },
  };
}

function tokenIn(cookies: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]{1,200})(?:;|$)`).exec(cookies)?.[1];
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
