import type { User } from '@anecdotes/contracts';
import { onSessionChange } from './session.ts';
import { readStored, writeStored } from './stored-value.ts';

const KEY = 'user';

/** The person as the server last described them, so that a reload need not wait to know the name. */
export function readStoredUser(): User | undefined {
  try {
    return (JSON.parse(readStored(KEY) ?? 'null') as User | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the person until the session ends. */
export function storeUser(user: User): void {
  writeStored(KEY, JSON.stringify(user));
}

onSessionChange((change) => {
  if (change !== 'resumed') writeStored(KEY, null);
});
