import type { AnecdoteView, Tag } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { isShortEnough } from '../../anecdote/tag-length.ts';
import { readData } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

const SUGGESTED = 12;
const LOCATED = 100;

/** The newest anecdotes with coordinates. */
export function locatedQuery() {
  return queryOptions({
    queryKey: [...journalKey, 'located'],
    queryFn: ({ signal }) =>
      readData<AnecdoteView[]>('/anecdotes', { query: { located: 'true', page_size: LOCATED }, signal }),
  });
}

/** The person's tags that contain `fragment`. */
export function knownTagsQuery(fragment: string) {
  return queryOptions({
    queryKey: [...journalKey, 'known-tags', fragment],
    queryFn: async ({ signal }) => {
      const query = { search_term: fragment, limit: SUGGESTED };
      return (await readData<Tag[]>('/tags', { query, signal })).map(({ name }) => name);
    },
    enabled: fragment !== '' && isShortEnough(fragment),
  });
}
