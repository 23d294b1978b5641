import { z } from 'zod';
import { CursorPagination, Filters, Pagination, success } from '../envelope.ts';

export const AnecdoteView = z.object({
  id: z.uuid(),
  description: z.string(),
  timestamp: z.iso.datetime(),
  time_zone: z.string(),
  tags: z.array(z.string()),
  location: z.string().nullable(),
  coordinates: z.object({ lat: z.number(), lng: z.number(), address: z.string().nullable() }).nullable(),
  connected_to: z.uuid().nullable(),
  reaction_count: z.int().nonnegative(),
  user_reacted: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  revision: z.int().nonnegative(),
});
export type AnecdoteView = z.infer<typeof AnecdoteView>;

export const AnecdoteAnswer = success(AnecdoteView);
/** Which of the anecdotes of a page are continued by another. */
const continued = z.array(z.uuid());
export const AnecdotePage = success(z.array(AnecdoteView)).extend({
  pagination: Pagination,
  filters: Filters,
  continued,
});
export type AnecdotePage = z.infer<typeof AnecdotePage>;
export const AnecdoteCursorPage = success(z.array(AnecdoteView)).extend({ pagination: CursorPagination, continued });
export type AnecdoteCursorPage = z.infer<typeof AnecdoteCursorPage>;

/** `GET /anecdotes/months`: how many anecdotes pass a filter in a calendar month (YYYY-MM), newest month first. */
export const AnecdoteMonth = z.object({ month: z.string(), count: z.int().positive() });
export type AnecdoteMonth = z.infer<typeof AnecdoteMonth>;

/** `GET /anecdotes/{id}/timeline`: the parent, or the anecdote itself, and what is connected to it, oldest first. */
export const TimelineView = z.object({
  root_anecdote: AnecdoteView,
  connected_anecdotes: z.array(AnecdoteView.extend({ is_connected_from: z.boolean() })),
  total_connections: z.int(),
});
export type TimelineView = z.infer<typeof TimelineView>;

/** `GET /anecdotes/{id}/connections`: parents nearest first, children breadth first. */
export const ConnectionsView = z.object({
  current: AnecdoteView,
  children: z.array(AnecdoteView),
  parents: z.array(AnecdoteView),
});
export type ConnectionsView = z.infer<typeof ConnectionsView>;

/** `GET`, `POST` and `DELETE` of reactions. */
export const ReactionsView = z.object({
  reaction_type: z.literal('same_here'),
  count: z.int().nonnegative(),
  user_reacted: z.boolean(),
});
export type ReactionsView = z.infer<typeof ReactionsView>;

/** A half-open range of UTF-16 code units of a field that matched; `tags` ranges name the tag by `index`. */
const Highlight = z.object({
  field: z.enum(['description', 'tags', 'location']),
  index: z.int().optional(),
  start: z.int(),
  end: z.int(),
});

export const SearchResult = z.object({
  anecdote: AnecdoteView,
  highlights: z.array(Highlight),
  relevanceScore: z.number(),
});
export const SearchPage = success(z.array(SearchResult)).extend({
  pagination: CursorPagination,
  suggestions: z.array(z.string()),
});
export type SearchPage = z.infer<typeof SearchPage>;

/** One item of the answer to `POST /anecdotes/batch`, in the order of the request. */
export const BatchItem = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), data: AnecdoteView }),
  z.object({
    success: z.literal(false),
    error: z.object({ code: z.string(), message: z.string(), fields: z.record(z.string(), z.string()).optional() }),
  }),
]);
export type BatchItem = z.infer<typeof BatchItem>;
