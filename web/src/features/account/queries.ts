import type { ExportSize, Session } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { type Query, readData } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

/** The sessions of the person, newest first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => readData<Session[]>('/auth/sessions', { signal }),
    staleTime: 0,
  });
}

/** The number of anecdotes and the estimated bytes of an export of those that pass `filter`. */
export function exportSizeQuery(filter: Query) {
  return queryOptions({
    queryKey: [...journalKey, 'export-size', filter],
    queryFn: ({ signal }) => readData<ExportSize>('/export/size', { query: filter, signal }),
  });
}
