import {
  type AnecdoteCursorPage,
  type AnecdotePage,
  type AnecdoteView,
  type CursorParameters,
  foldText,
  type MonthParameters,
  normaliseTags,
  type PageParameters,
  Problem,
} from '@anecdotes/contracts';
import type { Body } from './call.ts';
import { counted, localDay } from './figures.ts';
import { sortBy } from './sort.ts';

const MOST_TAGS = 100;

type Anecdotes = readonly AnecdoteView[];

/** The anecdotes that pass a filter: the term anywhere, one of the tags, within the period. */
export function filtered(
  anecdotes: Anecdotes,
  { search, tags, date_from, date_to, time_zone = 'UTC' }: MonthParameters,
): Anecdotes {
  const term = foldText(search?.trim() ?? '');
  const wanted = normaliseTags(tags?.split(',') ?? []);
  // An instant in the form of one end of a period: a day where that is one.
  const comparable = (timestamp: string, end: string) =>
    end.length === 10 ? localDay(timestamp, time_zone) : timestamp;
  return anecdotes.filter(
    ({ description, tags: own, location, timestamp }) =>
      (term === '' || [description, ...own, location ?? ''].some((text) => foldText(text).includes(term))) &&
      (wanted.length === 0 || wanted.some((tag) => own.includes(tag))) &&
      (date_from === undefined || comparable(timestamp, date_from) >= date_from) &&
      (date_to === undefined || comparable(timestamp, date_to) <= date_to),
  );
}

/** One numbered page. */
export function page(
  anecdotes: Anecdotes,
  { page: currentPage, page_size: pageSize, sort_by, sort_order, ...filter }: PageParameters,
): Body<AnecdotePage> {
  const found = sortBy(filtered(anecdotes, filter), sort_order, (anecdote) => [anecdote[sort_by], anecdote.id]);
  const totalPages = Math.ceil(found.length / pageSize);
  const times = anecdotes.map(({ timestamp }) => timestamp).sort();
  const tags = counted(anecdotes.flatMap(({ tags }) => tags));
  const data = found.slice((currentPage - 1) * pageSize, currentPage * pageSize);
  return {
    data,
    pagination: {
      currentPage,
      pageSize,
      totalItems: found.length,
      totalPages,
      hasNextPage: currentPage < totalPages,
      hasPreviousPage: currentPage > 1 && totalPages > 0,
    },
    filters: {
      availableTags: tags.slice(0, MOST_TAGS).map(({ name }) => name),
      dateRange: { earliest: times[0] ?? null, latest: times.at(-1) ?? null },
    },
    continued: continued(data, anecdotes),
  };
}

/** What comes behind a cursor. Throws INVALID_CURSOR. */
export function behindCursor(anecdotes: Anecdotes, parameters: CursorParameters): Body<AnecdoteCursorPage> {
  const { limit, cursor, ...list } = parameters;
  const { sort_by, sort_order } = list;
  const found = sortBy(filtered(anecdotes, list), sort_order, (anecdote) => [anecdote[sort_by], anecdote.id]);
  return pageAfter({ cursor, limit, list, found, anecdotes, anecdoteOf: (anecdote) => anecdote });
}

type Page<Item> = {
  readonly cursor: string | undefined;
  readonly limit: number;
  /** What tells this list from any other. */
  readonly list: object;
  readonly found: readonly Item[];
  readonly anecdotes: Anecdotes;
  readonly anecdoteOf: (item: Item) => AnecdoteView;
};

/** Up to `limit` of `found` behind `cursor`. Throws INVALID_CURSOR for the cursor of another list. */
export function pageAfter<Item>({ cursor, limit, list, found, anecdotes, anecdoteOf }: Page<Item>) {
  const name = JSON.stringify(list);
  const cursorOf = (item: Item) => `${anecdoteOf(item).id} ${name}`;
  const start = cursor === undefined ? 0 : found.findIndex((item) => cursorOf(item) === cursor) + 1;
  if (cursor !== undefined && start === 0) throw new Problem('INVALID_CURSOR');
  const data = found.slice(start, start + limit);
  const last = data.at(-1);
  const hasMore = last !== undefined && start + limit < found.length;
  const pagination = { nextCursor: hasMore ? cursorOf(last) : null, hasMore, totalCount: found.length };
  return { data, pagination, continued: continued(data.map(anecdoteOf), anecdotes) };
}

/** The ids of `shown` that others continue. */
function continued(shown: Anecdotes, anecdotes: Anecdotes): string[] {
  const parents = new Set(anecdotes.map(({ connected_to }) => connected_to));
  return shown.map(({ id }) => id).filter((id) => parents.has(id));
}
