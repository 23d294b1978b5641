import type { SamplesView } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { readData } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

/** The samples in the journal, and the last removal of samples. */
export function samplesQuery() {
  return queryOptions({
    queryKey: [...journalKey, 'samples'],
    queryFn: ({ signal }) => readSamples(signal),
  });
}

/** Loads the same directly, without the query cache. */
export function readSamples(signal?: AbortSignal): Promise<SamplesView> {
  return readData<SamplesView>('/anecdotes/samples', signal && { signal });
}
