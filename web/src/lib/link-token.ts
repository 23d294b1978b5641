import { readOfTab, writeOfTab } from './stored-value.ts';

const RESET = '/reset-password';
const KEPT = 'reset_token';

/**
 * The one-time token of the mailed link that this page was opened by. It is taken out of the address bar before
 * anything else happens, so that it stays in no history; the one of a reset outlives a reload of its tab, because phones
 * drop pages while their owner looks for a password.
 */
let token = take(location.pathname.replace(/\/$/, ''));

/** The token, until it is used; undefined where the link had none. */
export function linkToken(): string | undefined {
  return token;
}

/** Forgets the token, once it is used. */
export function forgetLinkToken(): void {
  token = undefined;
  writeOfTab(KEPT, null);
}

function take(path: string): string | undefined {
  if (path !== RESET && path !== '/verify-email') return undefined;
  const given = new URLSearchParams(location.search).get('token');
  if (location.search !== '') history.replaceState(history.state, '', path);
  if (path !== RESET) return given || undefined;
  if (given) writeOfTab(KEPT, given);
  return given || readOfTab(KEPT) || undefined;
}
