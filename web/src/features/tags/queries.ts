import type { TaggedAnecdotes, TagPage } from '@anecdotes/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { keyAt } from '../../anecdote/query-keys.ts';
import { read, readData } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

export const tagSorts = ['count', 'name', 'last_used'] as const;
export type TagSort = (typeof tagSorts)[number];

const PAGE = 500;

/** The person's tags that contain `term`, in the order of `sort`. */
export function tagListQuery(term: string, sort: TagSort, as_of?: string) {
  return infiniteQueryOptions({
    queryKey: keyAt(as_of, [...journalKey, 'tag-list', term, sort]),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const order = { sort_by: sort, sort_order: sort === 'name' ? 'asc' : 'desc' };
      const query = { search_term: term || undefined, limit: PAGE, cursor, as_of, ...order };
      return read<TagPage>('/tags', { query, signal });
    },
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  });
}

/** The ids of the anecdotes that have the tag now. Throws ApiError. */
export async function readTagged(tag: string): Promise<string[]> {
  return (await readData<TaggedAnecdotes>('/tags/anecdotes', { query: { tag } })).ids;
}
