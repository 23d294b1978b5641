import type { TaggedAnecdotes, TagPage } from '@anecdotes/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
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
  return (await readUses(tag)).ids;
}

/** On how many anecdotes the tag is; 0 if there is no such tag. */
export function tagCountQuery(tag: string) {
  return queryOptions({
    queryKey: [...journalKey, 'tag-count', tag],
    queryFn: async () => (await readUses(tag)).totalCount,
  });
}

function readUses(tag: string): Promise<TaggedAnecdotes> {
  return readData('/tags/anecdotes', { query: { tag } });
}
