import type { AnecdoteView, SearchPage, Success, Tag } from '@anecdotes/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, read } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';
import { strings } from '../../lib/strings.ts';

const RESULTS = 10;
const SUGGESTED = 12;

/** One anecdote. */
export function anecdoteQuery(id: string) {
  return queryOptions({
    queryKey: [...journalKey, 'anecdote', id],
    queryFn: ({ signal }) => readAnecdote(id, signal),
  });
}

const CATCHING_UP = { attempts: 30, everyMs: 100 };

/** The anecdote `id` as it was saved at `revision` or later, which the views may learn a moment after the log. */
export async function savedAnecdote(queries: QueryClient, id: string, revision: number): Promise<AnecdoteView> {
  const { queryKey } = anecdoteQuery(id);
  await queries.cancelQueries({ queryKey });
  return queries.fetchQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const anecdote = await readAnecdote(id, signal);
      if (anecdote.revision < revision) throw new ApiError('UNAVAILABLE', strings.write.loadFailed);
      return anecdote;
    },
    staleTime: 0,
    retry: (failures, { code }: ApiError) => code === 'UNAVAILABLE' && failures < CATCHING_UP.attempts,
    retryDelay: CATCHING_UP.everyMs,
  });
}

async function readAnecdote(id: string, signal: AbortSignal): Promise<AnecdoteView> {
  return (await read<Success<AnecdoteView>>(`/anecdotes/${id}`, { signal })).data;
}

/** Anecdotes that match what was typed into the connection chooser; `query` must not be blank. */
export function connectableQuery(query: string) {
  return queryOptions({
    queryKey: [...journalKey, 'connectable', query],
    queryFn: ({ signal }) =>
      read<SearchPage>('/anecdotes/search', { query: { query, limit: RESULTS }, signal }).then((answer) =>
        answer.data.map((result) => result.anecdote as AnecdoteView),
      ),
    enabled: query !== '',
  });
}

/** The person's tags that contain `fragment`. */
export function knownTagsQuery(fragment: string) {
  return queryOptions({
    queryKey: [...journalKey, 'known-tags', fragment],
    queryFn: ({ signal }) =>
      read<Success<Tag[]>>('/tags', { query: { search_term: fragment, limit: SUGGESTED }, signal }).then((answer) =>
        answer.data.map((tag) => tag.name),
      ),
    enabled: fragment !== '',
  });
}
