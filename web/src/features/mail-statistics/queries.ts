import type { EmailTrackingStat, Success } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, read } from '../../lib/api.ts';

/** The mails that went to the person and how often each was opened; none where that may not be asked. */
export function mailStatisticsQuery() {
  return queryOptions({
    queryKey: ['mail-statistics'],
    queryFn: async ({ signal }) => {
      try {
        return (await read<Success<EmailTrackingStat[]>>('/email-tracking/stats', { signal })).data;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'FORBIDDEN') return [];
        throw error;
      }
    },
    staleTime: 0,
  });
}
