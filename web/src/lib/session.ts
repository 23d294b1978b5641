import { readStored, readTabStored, writeStored, writeTabStored } from './stored-value.ts';
import { issueTimeOf, subjectOf } from './token.ts';

const TOKEN = 'auth_token';
/** How the last session ended, for the other tabs. */
const SESSION_END = 'session_end';
/** How far the clock of this device was ahead of the server's when the token arrived, in milliseconds. */
const CLOCK_AHEAD = 'clock_ahead';
const LAST_ADDRESS = 'last_address';
/** The account that the last address belongs to; missing in a tab where nobody was logged in. */
const LAST_ADDRESS_OF = 'last_address_of';

/** How a session ended, or that another person's replaced it, or that the person logged in again in another tab. */
type SessionChange = 'logged-out' | 'expired' | 'replaced' | 'resumed';
type Listener = (change: SessionChange, isFromOtherTab: boolean) => void;

const listeners = new Set<Listener>();
let current = readStored(TOKEN);
/** The account that was last logged in on this page. */
let lastAccount = subjectOf(current);

/** The bearer token of the person who is logged in, or null. */
export function token(): string | null {
  return current;
}

/** Stores `next` as the token of a new or renewed session, which may be another person's. */
export function storeToken(next: string): void {
  const before = current === null ? null : accountId();
  const now = Date.now();
  setCurrent(next);
  writeStored(CLOCK_AHEAD, String(Math.max(0, now - (issueTimeOf(next)?.getTime() ?? now))));
  writeStored(TOKEN, next);
  if (before !== null && before !== accountId()) emit('replaced');
}

/** The present time that the token's expiry is compared with: a clock that is ahead must not end a new session. */
export function sessionTime(): Date {
  return new Date(Date.now() - Number(readStored(CLOCK_AHEAD)));
}

/** Forgets the token here and in every other tab; drafts stay. */
export function endSession(end: 'logged-out' | 'expired'): void {
  if (current === null) return;
  setCurrent(null);
  writeStored(SESSION_END, end);
  writeStored(TOKEN, null);
  emit(end);
}

/**
 * Calls `listener` whenever the session ends, is replaced by another person's or is resumed, in this tab or in another
 * one of this browser. Returns a function that stops it.
 */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The account of the person who is logged in, else `nobody`; used in the storage keys of data of one person. */
export function accountId(): string {
  return subjectOf(current) ?? 'nobody';
}

/** Remembers the address to open after logging in; sign-in addresses are ignored. */
export function rememberAddress(address: string): void {
  if (/\/(?:auth|login)/.test(address)) return;
  writeTabStored(LAST_ADDRESS, address);
  writeTabStored(LAST_ADDRESS_OF, lastAccount ?? null);
}

/** The remembered address, not validated: it may belong to another site. */
export function rememberedAddress(): string | null {
  return readTabStored(LAST_ADDRESS);
}

/** Returns and forgets the remembered address; `/dashboard` if there is none, or it is another site's or person's. */
export function takeRememberedAddress(): string {
  const address = rememberedAddress();
  const owner = readTabStored(LAST_ADDRESS_OF);
  writeTabStored(LAST_ADDRESS, null);
  writeTabStored(LAST_ADDRESS_OF, null);
  const isTheirs = owner === null || owner === accountId();
  return address !== null && isTheirs && /^\/(?![/\\])/.test(address) ? address : '/dashboard';
}

/** Forgets the remembered address unless it belongs to the person who is logged in now. */
export function forgetOthersAddress(): void {
  if (readTabStored(LAST_ADDRESS_OF) !== accountId()) writeTabStored(LAST_ADDRESS, null);
}

function setCurrent(next: string | null): void {
  current = next;
  if (next !== null) lastAccount = subjectOf(next);
}

function emit(change: SessionChange, isFromOtherTab = false): void {
  for (const listener of listeners) listener(change, isFromOtherTab);
}

/** Adopts the token that another tab has stored or deleted. */
function followOtherTabs(): void {
  const before = current === null ? null : accountId();
  setCurrent(readStored(TOKEN));
  if (current === null) {
    const end = readStored(SESSION_END) === 'expired' ? 'expired' : 'logged-out';
    if (before !== null) emit(end, true);
  } else if (before === null) emit('resumed', true);
  else if (accountId() !== before) emit('replaced', true);
}

window.addEventListener('storage', ({ key }) => {
  if (key === TOKEN || key === null) followOtherTabs();
});
window.addEventListener('pageshow', ({ persisted }) => {
  // While it was kept for Back, the page was not told about changes.
  if (persisted) followOtherTabs();
});
