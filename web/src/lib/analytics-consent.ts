import { createStore } from './store.ts';
import { readStored, writeStored } from './stored-value.ts';

const KEY = 'analytics_cookies';

/** What a person has decided about being counted; null while they have not. */
export type Consent = 'accepted' | 'declined' | null;

const store = createStore(stored());

/** The choice of this browser; where storage is refused, of this page. */
export function consent(): Consent {
  return store.get();
}

/** Keeps a choice, or asks again with null. */
export function setConsent(next: Consent): void {
  writeStored(KEY, next);
  store.set(next);
}

/** The choice as it stands, also when it is made in another tab. */
export function useConsent(): Consent {
  return store.use();
}

function stored(): Consent {
  const value = readStored(KEY);
  return value === 'accepted' || value === 'declined' ? value : null;
}

window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) store.set(stored());
});
