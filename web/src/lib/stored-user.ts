import type { User } from '@anecdotes/contracts';
import { accountId, onSessionChange } from './session.ts';
import { parseStored, readStored, writeStored } from './stored-value.ts';

const KEY = 'user';

/** The user as the server last returned it, so that the name is known at once after a reload. */
export function readStoredUser(): User | undefined {
  const user = parseStored(readStored(KEY)) as User | null;
  return user?.id === accountId() ? user : undefined;
}

/** Stores the user until the session ends; does nothing if it has ended, so that a late answer leaves no name behind. */
export function storeUser(user: User): void {
  if (user.id === accountId()) writeStored(KEY, JSON.stringify(user));
}

onSessionChange((change) => {
  if (change !== 'resumed') writeStored(KEY, null);
});
