import { accountId } from './session.ts';

/* The keys of what local storage holds for the logged-in person; it goes with the account. */

/** The key of the unfinished work on sample data, and the name of the lock that the working tab holds. */
export const samplesKey = () => `samples_${accountId()}`;

export const recentSearchesKey = () => `recent_searches:${accountId()}`;
