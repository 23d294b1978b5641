import { z } from 'zod';
import { CursorPagination, Filters, Identified, Pagination, success } from '../envelope.ts';
import { Chains } from './chain-summary.ts';
import { AnecdoteContent } from './content.ts';

export const AnecdoteView = z.object({
  id: z.uuid(),
  ...AnecdoteContent.shape,
  connected_to: z.uuid().nullable().describe('Its parent.'),
  reaction_count: z.int().nonnegative().describe('How many people added their Same Here.'),
  user_reacted: z.boolean().describe('Whether the caller did.'),
  created_at: z.iso.datetime().describe('When it was recorded.'),
  updated_at: z.iso.datetime().describe('When its content or parent last changed.'),
  revision: z.int().nonnegative().describe('Counts its changes from 0; in quotes it is the ETag.'),
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
export const AnecdoteMonth = z.object({ month: z.string().describe('YYYY-MM.'), count: z.int().positive() });
export type AnecdoteMonth = z.infer<typeof AnecdoteMonth>;

/** `GET /anecdotes/{id}/timeline`. */
export const TimelineView = z.object({
  root_anecdote: AnecdoteView.describe('The parent of the anecdote, or without one the anecdote itself.'),
  connected_anecdotes: z
    .array(AnecdoteView.extend({ is_connected_from: z.boolean().describe('True for a child of the anecdote.') }))
    .describe('The anecdote, unless it is the root, and its children, oldest first.'),
  total_connections: z.int().describe('How many are connected, including those that are not listed.'),
  complete: z
    .boolean()
    .describe('False when there are more than an answer holds (1,000 anecdotes, 4 MiB); the oldest are listed.'),
});
export type TimelineView = z.infer<typeof TimelineView>;

/** `GET /anecdotes/{id}/connections`. */
export const ConnectionsView = z.object({
  current: AnecdoteView,
  children: z.array(AnecdoteView).describe('All below it, breadth first.'),
  parents: z.array(AnecdoteView).describe('All above it, the nearest first.'),
  complete: z
    .boolean()
    .describe(
      'False when there are more than was asked for or than an answer holds (1,000 anecdotes, 1 MiB; the nearest are listed), or when texts beyond the first hundred are cut at 200 characters.',
    ),
});
export type ConnectionsView = z.infer<typeof ConnectionsView>;

/** `POST /anecdotes/{id}/erase`. */
export const ErasedAnecdote = Identified.extend({
  is_whole: z.boolean().describe('False if a part of the content can only be erased with the account.'),
});

/** `GET` of reactions. */
export const ReactionsView = z.object({
  reaction_type: z.literal('same_here'),
  count: z.int().nonnegative(),
  user_reacted: z.boolean(),
});
export type ReactionsView = z.infer<typeof ReactionsView>;

/** `POST` and `DELETE` of reactions. */
export const ReactionChange = ReactionsView.extend({ success: z.literal(true) });

/** A range of a field that matched. */
const Highlight = z.object({
  field: z.enum(['description', 'tags', 'location']),
  index: z.int().optional().describe('For tags: the index of the tag, from 0.'),
  start: z.int().describe('The first UTF-16 code unit, from 0.'),
  end: z.int().describe('The UTF-16 code unit after the last one.'),
});

const SearchResult = z.object({
  anecdote: AnecdoteView,
  highlights: z.array(Highlight),
  relevanceScore: z
    .number()
    .describe('The average over the terms: 3 for the description, 2 for each tag and 1 for the location.'),
});
export const SearchPage = success(z.array(SearchResult)).extend({
  pagination: CursorPagination,
  suggestions: z
    .array(z.string())
    .describe('At most 5 searches that may have been meant and that find something, the nearest first.'),
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

const listed = { count: z.int().nonnegative(), ids: z.array(z.uuid()).describe('The first 500.') };

/** `GET /anecdotes/samples`: the live anecdotes of the sample data; `ids` are as many as a batch takes. */
export const SamplesView = z.object({
  ...listed,
  others: z.int().nonnegative().describe('How many anecdotes are not samples.'),
  removal: z
    .object({ id: z.uuid(), at: z.iso.datetime(), ...listed })
    .nullable()
    .describe('The last removal of samples, as far as it can still be undone.'),
});
export type SamplesView = z.infer<typeof SamplesView>;
