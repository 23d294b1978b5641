import type { User } from '@anecdotes/contracts';
import { accountId, onSessionChange } from './session.ts';
import { parseStored, readStored, writeStored } from './stored-value.ts';

const KEY = 'user';

/** The person as the server last described them, so that a reload need not wait to know the name. */
export function readStoredUser(): User | undefined {
  const user = parseStored(readStored(KEY)) as User | null;
  return user?.id === accountId() ? user : undefined;
}

/** Remembers the person until the session ends. */
export function storeUser(user: User): void {
  writeStored(KEY, JSON.stringify(user));
}

onSessionChange((change) => {
  if (change !== 'resumed') writeStored(KEY, null);
});
