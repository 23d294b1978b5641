import { readTabStored, writeTabStored } from './stored-value.ts';

/**
 * Paths of links with a one-time token, and the storage key of the token if it must survive a reload: phones discard
 * pages while their owner looks for a password in another app.
 */
const storageKeys: { readonly [path: string]: string | null } = {
  '/reset-password': 'reset_token',
  '/invitation': 'invitation',
  '/verify-email': null,
};

/** The storage key of the token of this page; null if it is not stored. */
let usedStorageKey: string | null = null;

/**
 * The one-time token of the link that opened this page. It is removed from the address bar before anything else
 * happens, so that it does not stay in the history.
 */
let token = takeToken(location.pathname.replace(/\/$/, ''));

/** The token, until it is used; undefined if the link had none. */
export function linkToken(): string | undefined {
  return token;
}

/** Forgets the token, once it is used. */
export function forgetLinkToken(): void {
  token = undefined;
  if (usedStorageKey !== null) writeTabStored(usedStorageKey, null);
}

function takeToken(path: string): string | undefined {
  const storageKey = storageKeys[path];
  if (storageKey === undefined) return undefined;
  usedStorageKey = storageKey;
  const found = new URLSearchParams(location.search).get('token');
  if (location.search !== '') history.replaceState(history.state, '', path);
  if (storageKey === null) return found || undefined;
  if (found) writeTabStored(storageKey, found);
  return found || readTabStored(storageKey) || undefined;
}
