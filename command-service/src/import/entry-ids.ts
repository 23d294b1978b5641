import type { AccountId, AnecdoteId } from '@anecdotes/contracts';
import { derivedId } from '@anecdotes/contracts/server/crypto/identifiers';

/**
 * The id that an entry gets if its own, `wanted`, belongs to another account or was erased; the same in every import.
 */
export function replacementId(account: AccountId, wanted: AnecdoteId): AnecdoteId {
  return derived(`${account} ${wanted}`);
}

/** The ids that an entry can get, in the order in which they are tried; only the last one depends on the operation. */
export function idsOf(account: AccountId, wanted: AnecdoteId, operation: string): AnecdoteId[] {
  return [wanted, replacementId(account, wanted), derived(`${account} ${operation} ${wanted}`)];
}

function derived(seed: string): AnecdoteId {
  return derivedId(seed, new Date(0)) as AnecdoteId;
}
