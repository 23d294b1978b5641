import { QueryClient } from '@tanstack/react-query';
import { clearLocalCache } from './local-cache.ts';
import { markAllShown } from './position.ts';

/** The key prefix of every read of the journal, so that one change refreshes them all. */
export const journalKey = ['journal'] as const;

/** The key prefix of every read of a past journal. */
export const pastKey = ['past-journal'] as const;

/** The client's cache of reads. The live stream reports changes, so nothing is polled. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        gcTime: 30 * 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Refetches the journal queries on screen, and the others when they are next shown; does nothing without changes. */
export async function refreshJournal(queries: QueryClient): Promise<void> {
  if (!markAllShown()) return;
  clearLocalCache();
  // A past journal changes only when something in it is erased.
  void queries.invalidateQueries({ queryKey: pastKey, refetchType: 'none' });
  await queries.invalidateQueries({ queryKey: journalKey });
}
