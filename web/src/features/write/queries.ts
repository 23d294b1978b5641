import type { AnecdotePage, Success, Tag } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

const SUGGESTED = 12;
const LOCATED = 100;

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
