import type { ExportSize, Session, Success } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

/** Where the person is signed in, newest first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => read<Success<Session[]>>('/auth/sessions', { signal }).then((answer) => answer.data),
    staleTime: 0,
  });
}

/** How large an export of the whole journal would be. */
export function exportSizeQuery() {
  return queryOptions({
    queryKey: [...journalKey, 'export-size'],
    queryFn: ({ signal }) => read<Success<ExportSize>>('/export/size', { signal }).then((answer) => answer.data),
  });
}
