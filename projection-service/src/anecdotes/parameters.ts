import { limits, normaliseTags, storableText, TimeZone } from '@anecdotes/contracts';
import { z } from 'zod';
import { Cursor, Limit, optional, PageSize, SortOrder, wholeNumber } from '../parameters.ts';
import { foldText } from './fold-text.ts';
import { type Period, PeriodEnd, periodOf } from './period.ts';

const MAX_PAGE = 1_000_000;
const MAX_TAGS = 100;

export const sortFields = ['timestamp', 'created_at', 'updated_at', 'description'] as const;
export type SortField = (typeof sortFields)[number];

const filters = {
  search: optional(storableText(limits.searchTerm)),
  tags: optional(z.string().max(MAX_TAGS * (limits.tag + 1))),
  date_from: optional(PeriodEnd),
  date_to: optional(PeriodEnd),
  time_zone: optional(TimeZone),
  sort_by: optional(z.enum(sortFields, { error: `Must be one of ${sortFields.join(', ')}` })).transform(
    (field) => field ?? 'timestamp',
  ),
  sort_order: SortOrder,
};

/** Query string of `GET /anecdotes`. */
export const PageParameters = z.strictObject({
  page: optional(wholeNumber(1, MAX_PAGE)).transform((page) => page ?? 1),
  page_size: PageSize,
  ...filters,
});

/** Query string of `GET /anecdotes/cursor`. */
export const CursorParameters = z.strictObject({ limit: Limit, cursor: Cursor, ...filters });

export type Sorting = { by: SortField; order: 'asc' | 'desc' };

/** Which anecdotes a list shows. */
export type AnecdoteFilter = { term: string; tags: readonly string[]; period: Period };

type Parameters = Pick<
  z.infer<typeof CursorParameters>,
  'search' | 'tags' | 'date_from' | 'date_to' | 'time_zone' | 'sort_by' | 'sort_order'
>;

/** What the parameters of a list ask for. */
export function filterOf(parameters: Parameters): AnecdoteFilter {
  return {
    term: foldText(parameters.search?.trim() ?? ''),
    tags: normaliseTags(parameters.tags?.split(',') ?? []),
    period: periodOf(parameters.date_from, parameters.date_to, parameters.time_zone ?? 'UTC'),
  };
}

export function sortingOf({ sort_by, sort_order }: Parameters): Sorting {
  return { by: sort_by, order: sort_order };
}

/** True when a list shows every anecdote. */
export function isUnfiltered({ term, tags, period }: AnecdoteFilter): boolean {
  return term === '' && tags.length === 0 && period.from === undefined && period.before === undefined;
}
