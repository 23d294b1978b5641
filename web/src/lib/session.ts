import { readStored, writeStored } from './stored-value.ts';

const TOKEN = 'auth_token';
const LAST_ADDRESS = 'last_address';

export type SessionEnd = 'logged-out' | 'expired' | 'replaced';
type Listener = (end: SessionEnd) => void;

const listeners = new Set<Listener>();
let current = readStored(TOKEN);

/** The bearer token of the person who is logged in, or null. */
export function token(): string | null {
  return current;
}

/** Keeps `next` as the token of a new or renewed session. */
export function keepToken(next: string): void {
  current = next;
  writeStored(TOKEN, next);
}

/** Forgets the token here and in every other tab; drafts stay. */
export function endSession(end: SessionEnd): void {
  if (current === null) return;
  current = null;
  writeStored(TOKEN, null);
  announce(end);
}

/** Calls `listener` whenever the session ends, in this tab or in another. Returns how to stop. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The account id inside the token; only used to keep one person's drafts apart from another's. */
export function accountId(): string {
  try {
    const claims: unknown = JSON.parse(atob((current?.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')));
    if (typeof claims === 'object' && claims !== null && 'sub' in claims) return String(claims.sub);
  } catch {
    // A token that is not a JWT has no readable subject.
  }
  return 'nobody';
}

/** Remembers where to go after logging in; the sign-in screen itself never counts. */
export function rememberAddress(address: string): void {
  if (!address.startsWith('/auth') && !address.includes('/login')) sessionStorage.setItem(LAST_ADDRESS, address);
}

/** The remembered address of this site, once; `/dashboard` when there is none. */
export function takeRememberedAddress(): string {
  const address = sessionStorage.getItem(LAST_ADDRESS);
  sessionStorage.removeItem(LAST_ADDRESS);
  return address !== null && /^\/(?![/\\])/.test(address) ? address : '/dashboard';
}

function announce(end: SessionEnd): void {
  for (const listener of listeners) listener(end);
}

window.addEventListener('storage', (event) => {
  if (event.key !== TOKEN && event.key !== null) return;
  const before = accountId();
  const had = current !== null;
  current = readStored(TOKEN);
  if (!had) return;
  if (current === null) announce('logged-out');
  else if (accountId() !== before) announce('replaced');
});
