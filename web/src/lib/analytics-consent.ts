import { createStoredStore } from './store.ts';

/** A person's decision about analytics; null before it was made. */
export type Consent = 'accepted' | 'declined' | null;

/** The decision stored in this browser, also when made in another tab; for this page only if storage is refused. */
export const consent = createStoredStore<Consent>(
  'analytics_cookies',
  (text) => (text === 'accepted' || text === 'declined' ? text : null),
  (choice) => choice,
);
