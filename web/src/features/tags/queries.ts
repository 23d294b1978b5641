import type { OperationView, Success, TaggedAnecdotes, TagPage } from '@anecdotes/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

export const tagSorts = ['count', 'name', 'last_used'] as const;
export type TagSort = (typeof tagSorts)[number];

const PAGE = 500;
/** How often an operation that runs is asked about. */
export const FOLLOW_MS = 1_000;

/** The person's tags that contain `term`, in the order of `sort`. */
export function tagListQuery(term: string, sort: TagSort) {
  return infiniteQueryOptions({
    queryKey: [...journalKey, 'tag-list', term, sort],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const order = { sort_by: sort, sort_order: sort === 'name' ? 'asc' : 'desc' };
      const query = { search_term: term || undefined, limit: PAGE, cursor, ...order };
      return read<TagPage>('/tags', { query, signal });
    },
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  });
}

/** The person's last operations, newest first; asked for again and again while one of them runs. */
export function operationsQuery() {
  return queryOptions({
    queryKey: [...journalKey, 'operations'],
    queryFn: ({ signal }) => read<Success<OperationView[]>>('/operations', { signal }).then((answer) => answer.data),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? FOLLOW_MS : false),
  });
}

/** The anecdotes that have the tag now. Throws ApiError. */
export async function readTagged(tag: string): Promise<string[]> {
  return (await read<Success<TaggedAnecdotes>>('/tags/anecdotes', { query: { tag } })).data.ids;
}
