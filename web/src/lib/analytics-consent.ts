import { createStoredStore } from './store.ts';

/** What a person has decided about being counted; null while they have not. */
export type Consent = 'accepted' | 'declined' | null;

/** The choice of this browser, also when it is made in another tab; where storage is refused, of this page. */
export const consent = createStoredStore<Consent>(
  'analytics_cookies',
  (text) => (text === 'accepted' || text === 'declined' ? text : null),
  (choice) => choice,
);
