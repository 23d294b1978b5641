import { QueryClient } from '@tanstack/react-query';
import { clearLocalCache } from './local-cache.ts';
import { markAllShown } from './position.ts';

/** Every read of the journal is keyed below this, so that one change refreshes them all. */
export const journalKey = ['journal'] as const;

/** What was read of the journal as it was at some time. */
export const pastKey = ['past-journal'] as const;

/** The client's cache of reads. Freshness comes from the live stream, so nothing is asked for again by time alone. */
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

/** Reads what is shown of the journal again, and the rest when it is next shown; nothing when there is no news. */
export async function refreshJournal(queries: QueryClient): Promise<void> {
  if (!markAllShown()) return;
  clearLocalCache();
  // What is past changes only where something of it was erased.
  void queries.invalidateQueries({ queryKey: pastKey, refetchType: 'none' });
  await queries.invalidateQueries({ queryKey: journalKey });
}
