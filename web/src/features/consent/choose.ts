import { track } from '../../lib/analytics.ts';
import { type Consent, consent } from '../../lib/analytics-consent.ts';

/** Remembers whether uses may be counted; that they may is the first that is. */
export function choose(choice: NonNullable<Consent>): void {
  consent.set(choice);
  if (choice === 'accepted') track('cookie_consent');
}
