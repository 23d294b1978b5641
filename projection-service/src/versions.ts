import { randomBytes } from 'node:crypto';
import type { AccountId } from '@anecdotes/contracts';
import { LRUCache } from 'lru-cache';
import type { Positions } from './positions.ts';

const MAX_ACCOUNTS = 50_000;

/** Numbers the states of the views of each account. */
export type Versions = {
  /** The current version of `account`; it changes with each move that may concern the account. */
  versionOf(account: AccountId): string;
  stop(): void;
};

/**
 * Numbers the states of the views of each account as this process learns of moves. All versions change when the process
 * starts, and with each move of unknown accounts: the views may then be those of a newer program.
 */
export function followVersions(positions: Pick<Positions, 'onMove'>, max = MAX_ACCOUNTS): Versions {
  const name = randomBytes(12).toString('base64url');
  let last = 0;
  let ofOthers = 0;
  const versions = new LRUCache<string, number>({
    max,
    // An evicted account has the same number as all accounts that are not stored.
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
