import { z } from 'zod';
import { CursorPagination, Filters, Identified, Pagination, success } from '../envelope.ts';
import { Chains } from './chain-summary.ts';
import { AnecdoteContent } from './content.ts';

export const AnecdoteView = z.object({
  id: z.uuid(),
  ...AnecdoteContent.shape,
  connected_to: z.uuid().nullable(),
  reaction_count: z.int().nonnegative(),
  user_reacted: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  revision: z.int().nonnegative(),
});
export type AnecdoteView = z.infer<typeof AnecdoteView>;

export const AnecdotePage = success(z.array(AnecdoteView)).extend({
  pagination: Pagination,
  filters: Filters,
  chains: Chains,
});
export type AnecdotePage = z.infer<typeof AnecdotePage>;
export const AnecdoteCursorPage = success(z.array(AnecdoteView)).extend({
  pagination: CursorPagination,
  chains: Chains,
});
export type AnecdoteCursorPage = z.infer<typeof AnecdoteCursorPage>;

/** `GET /anecdotes/months`: how many anecdotes pass a filter in a calendar month (YYYY-MM), newest month first. */
export const AnecdoteMonth = z.object({ month: z.string(), count: z.int().positive() });
export type AnecdoteMonth = z.infer<typeof AnecdoteMonth>;

/**
 * `GET /anecdotes/{id}/timeline`: the root is the parent if there is one, else the anecdote. Connected are the
 * anecdote, unless it is the root, and its children, oldest first.
 */
export const TimelineView = z.object({
  root_anecdote: AnecdoteView,
  connected_anecdotes: z.array(AnecdoteView.extend({ is_connected_from: z.boolean() })),
  /** How many are connected, including those that are not listed. */
  total_connections: z.int(),
  /** False when there are more than an answer holds (1,000 anecdotes, 4 MiB); the oldest are listed. */
  complete: z.boolean(),
});
export type TimelineView = z.infer<typeof TimelineView>;

/** `GET /anecdotes/{id}/connections`: parents nearest first, children breadth first. */
export const ConnectionsView = z.object({
  current: AnecdoteView,
  children: z.array(AnecdoteView),
  parents: z.array(AnecdoteView),
  /**
   * False when there are more than was asked for or than an answer holds (1,000 anecdotes, 1 MiB; the nearest are
   * listed), or when texts beyond the first hundred are cut at 200 characters.
   */
  complete: z.boolean(),
});
export type ConnectionsView = z.infer<typeof ConnectionsView>;

/** `POST /anecdotes/{id}/erase`; `is_whole` is false when a part of the content can only be erased with the account. */
export const ErasedAnecdote = Identified.extend({ is_whole: z.boolean() });

/** `GET` of reactions. */
export const ReactionsView = z.object({
  reaction_type: z.literal('same_here'),
  count: z.int().nonnegative(),
  user_reacted: z.boolean(),
});
export type ReactionsView = z.infer<typeof ReactionsView>;

/** `POST` and `DELETE` of reactions. */
export const ReactionChange = ReactionsView.extend({ success: z.literal(true) });

/** A half-open range of UTF-16 code units of a field that matched; `tags` ranges name the tag by `index`. */
const Highlight = z.object({
  field: z.enum(['description', 'tags', 'location']),
  index: z.int().optional(),
  start: z.int(),
  end: z.int(),
});

const SearchResult = z.object({
  anecdote: AnecdoteView,
  highlights: z.array(Highlight),
  relevanceScore: z.number(),
});
export const SearchPage = success(z.array(SearchResult)).extend({
  pagination: CursorPagination,
  suggestions: z.array(z.string()),
  chains: Chains,
});
export type SearchPage = z.infer<typeof SearchPage>;

/** One item of the answer to a batch: its result, or why the item was refused. */
export function batchItem<Data extends z.ZodType>(data: Data) {
  return z.discriminatedUnion('success', [
    z.object({ success: z.literal(true), data }),
    z.object({
      success: z.literal(false),
      error: z.object({ code: z.string(), message: z.string(), fields: z.record(z.string(), z.string()).optional() }),
    }),
  ]);
}

/** One item of the answer to `POST /anecdotes/batch`, in the order of the request. */
export const BatchItem = batchItem(AnecdoteView);
export type BatchItem = z.infer<typeof BatchItem>;

/** One item of the answer to `POST /anecdotes/batch/delete` and `/restore`, in the order of the request. */
export const BatchChange = batchItem(Identified);
export type BatchChange = z.infer<typeof BatchChange>;

const listed = { count: z.int().nonnegative(), ids: z.array(z.uuid()) };

/**
 * `GET /anecdotes/samples`: the live anecdotes of the sample data, how many others there are, and the last removal of
 * samples that can still be undone, without the part that was undone already. `ids` are as many as a batch takes.
 */
export const SamplesView = z.object({
  ...listed,
  others: z.int().nonnegative(),
  removal: z.object({ id: z.uuid(), at: z.iso.datetime(), ...listed }).nullable(),
});
export type SamplesView = z.infer<typeof SamplesView>;
