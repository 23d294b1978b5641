import { track } from '../../lib/analytics.ts';
import { type Consent, consent } from '../../lib/analytics-consent.ts';

/** Stores whether usage may be counted. Accepting that is the first event that is counted. */
export function choose(choice: NonNullable<Consent>): void {
  consent.set(choice);
  if (choice === 'accepted') track('cookie_consent');
}
