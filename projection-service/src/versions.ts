import { randomBytes } from 'node:crypto';
import type { AccountId } from '@anecdotes/contracts';
import { LRUCache } from 'lru-cache';
import type { Positions } from './positions.ts';

const MAX_ACCOUNTS = 50_000;

/** The states of each account's views, by numbers. */
export type Versions = {
  /** The present one of `account`: it is another one after each move that may concern the account. */
  versionOf(account: AccountId): string;
  stop(): void;
};

/**
 * Numbers the states of each account's views as this process hears of them. They begin anew with each process, and with
 * each move of which nobody knows whom it concerns: the views may be those of a newer program.
 */
export function followVersions(positions: Pick<Positions, 'onMove'>, max = MAX_ACCOUNTS): Versions {
  const name = randomBytes(12).toString('base64url');
  let last = 0;
  let ofOthers = 0;
  const versions = new LRUCache<string, number>({
    max,
    // Who is forgotten has the number of all that are not known.
    dispose(version, _account, reason) {
      if (reason === 'evict') ofOthers = Math.max(ofOthers, version);
    },
  });
  const stop = positions.onMove(({ owners }) => {
    last += 1;
    if (owners === '*') {
      versions.clear();
      ofOthers = last;
    } else for (const owner of owners) versions.set(owner, last);
  });
  return { versionOf: (account: AccountId) => `${name}.${versions.get(account) ?? ofOthers}`, stop };
}
