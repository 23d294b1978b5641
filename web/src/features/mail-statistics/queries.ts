import type { EmailTrackingStat } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, readData } from '../../lib/api.ts';

/** The mails sent to the person and how often each was opened; empty when the server forbids the request. */
export function mailStatisticsQuery() {
  return queryOptions({
    queryKey: ['mail-statistics'],
    queryFn: async ({ signal }) => {
      try {
        return await readData<EmailTrackingStat[]>('/email-tracking/stats', { signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'FORBIDDEN') return [];
        throw error;
      }
    },
    staleTime: 0,
  });
}
