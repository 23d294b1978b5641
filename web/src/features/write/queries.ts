import type { AnecdotePage, AnecdoteView, SearchPage, Success, Tag } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

const RESULTS = 10;
const SUGGESTED = 12;
const LOCATED = 100;

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

/** The newest anecdotes with coordinates. */
export function locatedQuery() {
  return queryOptions({
    queryKey: [...journalKey, 'located'],
    queryFn: ({ signal }) =>
      read<AnecdotePage>('/anecdotes', { query: { located: 'true', page_size: LOCATED }, signal }).then(
        (answer) => answer.data,
      ),
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
