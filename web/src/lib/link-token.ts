import { readTabStored, writeTabStored } from './stored-value.ts';

/**
 * Paths of links with a one-time token, and where the token is kept if it outlives a reload of its tab: phones drop pages
 * while their owner looks for a password.
 */
const places: { readonly [path: string]: string | null } = {
  '/reset-password': 'reset_token',
  '/invitation': 'invitation',
  '/verify-email': null,
};

/** Where the token of this page is kept; null for nowhere. */
let keptAt: string | null = null;

/**
 * The one-time token of the link that this page was opened by. It is taken out of the address bar before anything else
 * happens, so that it stays in no history.
 */
let token = takeToken(location.pathname.replace(/\/$/, ''));

/** The token, until it is used; undefined where the link had none. */
export function linkToken(): string | undefined {
  return token;
}

/** Forgets the token, once it is used. */
export function forgetLinkToken(): void {
  token = undefined;
  if (keptAt !== null) writeTabStored(keptAt, null);
}

function takeToken(path: string): string | undefined {
  const place = places[path];
  if (place === undefined) return undefined;
  keptAt = place;
  const found = new URLSearchParams(location.search).get('token');
  if (location.search !== '') history.replaceState(history.state, '', path);
  if (place === null) return found || undefined;
  if (found) writeTabStored(place, found);
  return found || readTabStored(place) || undefined;
}
