import type { AnecdoteCursorPage, AnecdotePage, AnecdoteView, ReactionsView } from '@anecdotes/contracts';
import { type InfiniteData, notifyManager, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { send, withCause } from '../../lib/api.ts';
import { say, sayError } from '../../lib/messages.ts';
import { journalKey, refreshJournal } from '../../lib/query-client.ts';
import { strings } from '../../lib/strings.ts';
import { type Month, monthKey } from './months.ts';
import { gatheredKey, monthsKey, pageKey, pagesKey, pagesOfKey, type Timeline, timelineKey } from './queries.ts';

export const sameHereKey = ['same-here'] as const;

/** Adds or withdraws Same Here: shown at once, taken back when it is refused. */
export function useSameHere() {
  const queries = useQueryClient();
  const show = (id: string, reaction: Pick<AnecdoteView, 'user_reacted' | 'reaction_count'>) =>
    change(queries, id, (anecdote) => ({ ...anecdote, ...reaction }));
  const takeBack = ({ id, user_reacted, reaction_count }: AnecdoteView) => show(id, { user_reacted, reaction_count });
  return useMutation({
    mutationKey: sameHereKey,
    mutationFn: ({ id, user_reacted }: AnecdoteView) =>
      send<ReactionsView & { success: boolean }>(user_reacted ? 'DELETE' : 'POST', `/anecdotes/${id}/react`, {
        ...(!user_reacted && { body: { reaction_type: 'same_here' } }),
      }),
    onMutate: ({ id, user_reacted, reaction_count }) =>
      show(id, {
        user_reacted: !user_reacted,
        reaction_count: Math.max(0, reaction_count + (user_reacted ? -1 : 1)),
      }),
    onSuccess: ({ success, count, user_reacted }, before) =>
      success ? show(before.id, { user_reacted, reaction_count: count }) : takeBack(before),
    onError: (_error, before) => takeBack(before),
  });
}

/** What the message that stands offers to bring back. */
let deleted: readonly string[] = [];

/** Deletes an anecdote at once and offers to undo it, with those that were deleted while the offer stood. */
export function useDelete() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AnecdoteView) => send('DELETE', `/anecdotes/${id}`),
    onMutate: async (anecdote) => {
      await queries.cancelQueries({ queryKey: journalKey });
      const before = queries.getQueriesData({ queryKey: journalKey });
      // Drawn in between, a list would be longer than its notes.
      notifyManager.batch(() => takeOut(queries, anecdote));
      return before;
    },
    onSuccess: (_answer, { id }) => {
      const ids = [...deleted, id];
      say(strings.browse.removed(ids.length), {
        action: { label: strings.frame.undo, onClick: () => void restore(queries, ids) },
        onGone: () => {
          deleted = [];
        },
      });
      deleted = ids;
      return refreshJournal(queries);
    },
    onError: async (error, _anecdote, before) => {
      for (const [key, data] of before ?? []) queries.setQueryData(key, data);
      sayError(withCause(error, strings.browse.removeFailed));
      await queries.invalidateQueries({ queryKey: journalKey });
    },
  });
}

async function restore(queries: QueryClient, ids: readonly string[]): Promise<void> {
  try {
    await Promise.all(ids.map((id) => send('POST', `/anecdotes/${id}/restore`)));
    say(strings.browse.restored(ids.length));
  } catch (error) {
    sayError(error instanceof Error ? error.message : strings.browse.restoreFailed);
  }
  await refreshJournal(queries);
}

/** Puts what `next` gives in the place of the anecdote `id` wherever it is shown. */
function change(queries: QueryClient, id: string, next: (anecdote: AnecdoteView) => AnecdoteView): void {
  const inList = (list: AnecdoteView[]) => list.map((anecdote) => (anecdote.id === id ? next(anecdote) : anecdote));
  queries.setQueriesData<AnecdotePage>({ queryKey: pagesKey }, (page) =>
    page && holds(page.data, id) ? { ...page, data: inList(page.data) } : undefined,
  );
  changeLists(queries, id, inList);
}

/** Takes the anecdote out wherever it is shown. */
function takeOut(queries: QueryClient, { id, timestamp }: AnecdoteView): void {
  const others = (list: AnecdoteView[]) => list.filter((anecdote) => anecdote.id !== id);
  changeLists(queries, id, others);
  for (const [key, page] of queries.getQueriesData<AnecdotePage>({ queryKey: pagesKey })) {
    if (!page || !holds(page.data, id)) continue;
    const [name, number] = key.slice(-2) as [string, number];
    moveUp(queries, name, number, others(page.data));
    queries.setQueriesData<AnecdotePage>({ queryKey: pagesOfKey(name) }, (each) => each && oneLess(each));
    queries.setQueryData<Month[]>(monthsKey(name), (months) => months && oneLessIn(months, timestamp));
  }
}

/** Puts what `next` gives in the place of the lists that are kept whole and hold the anecdote `id`. */
function changeLists(queries: QueryClient, id: string, next: (list: AnecdoteView[]) => AnecdoteView[]): void {
  queries.setQueriesData<Timeline>({ queryKey: timelineKey }, (timeline) => {
    if (!timeline || !holds(timeline.anecdotes, id)) return undefined;
    const anecdotes = next(timeline.anecdotes);
    return { anecdotes, total: timeline.total + anecdotes.length - timeline.anecdotes.length };
  });
  queries.setQueriesData<InfiniteData<AnecdoteCursorPage>>({ queryKey: gatheredKey }, (list) =>
    list?.pages.some(({ data }) => holds(data, id))
      ? { ...list, pages: list.pages.map((page) => ({ ...page, data: next(page.data) })) }
      : undefined,
  );
}

/** True for a list to be written anew; any other stays untouched, as writing makes it count as just read. */
function holds(list: readonly AnecdoteView[], id: string): boolean {
  return list.some((anecdote) => anecdote.id === id);
}

/** Gives page `number` what is left of it and the first anecdote of the page after it, and so on to the end. */
function moveUp(queries: QueryClient, name: string, number: number, left: AnecdoteView[]): void {
  const page = queries.getQueryData<AnecdotePage>(pageKey(name, number));
  if (!page) return;
  const [first, ...rest] = queries.getQueryData<AnecdotePage>(pageKey(name, number + 1))?.data ?? [];
  queries.setQueryData(pageKey(name, number), { ...page, data: first ? [...left, first] : left });
  moveUp(queries, name, number + 1, rest);
}

function oneLess(page: AnecdotePage): AnecdotePage {
  const { pagination } = page;
  return { ...page, pagination: { ...pagination, totalItems: Math.max(0, pagination.totalItems - 1) } };
}

function oneLessIn(months: Month[], timestamp: string): Month[] {
  const gone = monthKey(timestamp);
  return months.flatMap((month) =>
    month.key !== gone ? month : month.count > 1 ? { ...month, count: month.count - 1 } : [],
  );
}
