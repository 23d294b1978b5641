import type { ExportSize, Session, Success } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { type Query, read } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

/** The sessions of the person, newest first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => read<Success<Session[]>>('/auth/sessions', { signal }).then((answer) => answer.data),
    staleTime: 0,
  });
}

/** The number of anecdotes and the estimated bytes of an export of those that pass `filter`. */
export function exportSizeQuery(filter: Query) {
  return queryOptions({
    queryKey: [...journalKey, 'export-size', filter],
    queryFn: ({ signal }) =>
      read<Success<ExportSize>>('/export/size', { query: filter, signal }).then((answer) => answer.data),
  });
}
