import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { REDDIT } from '../reddit-address.ts';
import { EMPTY_IS_OFF } from './configuration.ts';

/** Where posts are asked for: an https:// address without a path, plain http:// on this machine only; null for nowhere. */
export const RedditBaseUrl = z
  .string()
  .refine((text) => isOff(text) || isBase(text), { error: 'Must be an https:// address without a path, or off' })
  .transform((text) => (isOff(text) ? null : new URL(text).origin))
  .default(REDDIT)
  .meta(EMPTY_IS_OFF);

function isOff(text: string): boolean {
  return text === '' || text === 'off';
}

function isBase(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || `${url.username}${url.password}${url.search}${url.hash}` !== '' || url.pathname !== '/')
    return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return host === 'localhost' || (isIP(host) > 0 && ipaddr.process(host).range() === 'loopback');
}
