import { readTabStored, writeTabStored } from './stored-value.ts';

const RESET = '/reset-password';
const STORAGE_KEY = 'reset_token';

/**
 * The one-time token of the mailed link that this page was opened by. It is taken out of the address bar before
 * anything else happens, so that it stays in no history; the one of a reset outlives a reload of its tab, because phones
 * drop pages while their owner looks for a password.
 */
let token = takeToken(location.pathname.replace(/\/$/, ''));

/** The token, until it is used; undefined where the link had none. */
export function linkToken(): string | undefined {
  return token;
}

/** Forgets the token, once it is used. */
export function forgetLinkToken(): void {
  token = undefined;
  writeTabStored(STORAGE_KEY, null);
}

function takeToken(path: string): string | undefined {
  if (path !== RESET && path !== '/verify-email') return undefined;
  const found = new URLSearchParams(location.search).get('token');
  if (location.search !== '') history.replaceState(history.state, '', path);
  if (path !== RESET) return found || undefined;
  if (found) writeTabStored(STORAGE_KEY, found);
  return found || readTabStored(STORAGE_KEY) || undefined;
}
