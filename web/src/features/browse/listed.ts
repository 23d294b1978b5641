import type { AnecdotePage, AnecdoteView } from '@anecdotes/contracts';
import { ApiError } from '../../lib/api.ts';
import { strings } from '../../lib/strings.ts';

/** The anecdotes of an answer; those that lack an id or a text are left out. Throws ApiError when it holds no list. */
export function listed({ data }: { data: readonly unknown[] | null | undefined }): AnecdoteView[] {
  if (data === null || data === undefined) throw new ApiError('UNREADABLE', strings.browse.noData);
  if (!Array.isArray(data)) throw new ApiError('UNREADABLE', strings.browse.noList);
  return data.filter((anecdote) => anecdote?.id && anecdote.description);
}

/** `page` with only the anecdotes that can be shown, which are all it counts. Throws ApiError when it holds no list. */
export function listedPage(page: AnecdotePage): AnecdotePage {
  const data = listed(page);
  const totalItems = page.pagination.totalItems - (page.data.length - data.length);
  return { ...page, data, pagination: { ...page.pagination, totalItems } };
}
