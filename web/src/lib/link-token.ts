import { readTabStored, writeTabStored } from './stored-value.ts';

/**
 * Paths of links with a one-time token, and the storage key of the token, which must survive a reload: phones discard
 * pages while their owner looks for a password in another app, and a call that failed without a network is repeated.
 */
const storageKeys: { readonly [path: string]: string } = {
  '/reset-password': 'reset_token',
  '/invitation': 'invitation',
  '/verify-email': 'verification',
};

const path = location.pathname.replace(/\/$/, '');

/** The storage key of the token of this page; undefined if the page has none. */
const storageKey = storageKeys[path];

/**
 * The one-time token of the link that opened this page. It is removed from the address bar before anything else
 * happens, so that it does not stay in the history.
 */
let token = takeToken();

/** The token, until it is used; undefined if the link had none. */
export function linkToken(): string | undefined {
  return token;
}

/** Forgets the token, once it is used. */
export function forgetLinkToken(): void {
  token = undefined;
  if (storageKey !== undefined) writeTabStored(storageKey, null);
}

function takeToken(): string | undefined {
  if (storageKey === undefined) return undefined;
  const found = new URLSearchParams(location.search).get('token');
  if (location.search !== '') history.replaceState(history.state, '', path);
  if (found) writeTabStored(storageKey, found);
  return found || readTabStored(storageKey) || undefined;
}
