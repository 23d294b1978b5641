import { readOfTab, readStored, writeOfTab, writeStored } from './stored-value.ts';
import { subjectOf } from './token.ts';

const TOKEN = 'auth_token';
const LAST_ADDRESS = 'last_address';

/** How a session ended, that another person's took its place, or that the person logged in again in another tab. */
type SessionChange = 'logged-out' | 'expired' | 'replaced' | 'resumed';
type Listener = (change: SessionChange) => void;

const listeners = new Set<Listener>();
let current = readStored(TOKEN);

/** The bearer token of the person who is logged in, or null. */
export function token(): string | null {
  return current;
}

/** Keeps `next` as the token of a new or renewed session, which may be another person's. */
export function keepToken(next: string): void {
  const before = current === null ? null : accountId();
  current = next;
  writeStored(TOKEN, next);
  if (before !== null && before !== accountId()) announce('replaced');
}

/** Forgets the token here and in every other tab; drafts stay. */
export function endSession(end: 'logged-out' | 'expired'): void {
  if (current === null) return;
  current = null;
  writeStored(TOKEN, null);
  announce(end);
}

/**
 * Calls `listener` whenever the session ends, changes hands or is resumed, in this tab or in another. Returns how to
 * stop.
 */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The account of the person who is logged in; keeps what this device stores of one person apart from another's. */
export function accountId(): string {
  return subjectOf(current) ?? 'nobody';
}

/** Remembers where to go after logging in; the sign-in screen itself never counts. */
export function rememberAddress(address: string): void {
  if (!/\/(?:auth|login)/.test(address)) writeOfTab(LAST_ADDRESS, address);
}

/** The remembered address, which may be none of this site's. */
export function rememberedAddress(): string | null {
  return readOfTab(LAST_ADDRESS);
}

/** The remembered address of this site, once; `/dashboard` when there is none. */
export function takeRememberedAddress(): string {
  const address = rememberedAddress();
  writeOfTab(LAST_ADDRESS, null);
  return address !== null && /^\/(?![/\\])/.test(address) ? address : '/dashboard';
}

function announce(change: SessionChange): void {
  for (const listener of listeners) listener(change);
}

window.addEventListener('storage', (event) => {
  if (event.key !== TOKEN && event.key !== null) return;
  const before = current === null ? null : accountId();
  current = readStored(TOKEN);
  if (current === null) {
    if (before !== null) announce('logged-out');
  } else if (before === null) announce('resumed');
  else if (accountId() !== before) announce('replaced');
});
