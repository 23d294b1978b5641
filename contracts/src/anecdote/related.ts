import { z } from 'zod';
import { AnecdoteView } from './views.ts';

/** Why an anecdote looks related: what it shares, and how near it is in time and place. */
export const RelatedReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tags'), values: z.array(z.string()).min(1) }),
  z.object({ kind: z.literal('words'), values: z.array(z.string()).min(1) }),
  z.object({ kind: z.literal('time'), hours: z.number().nonnegative().describe('How far apart they are.') }),
  z.object({ kind: z.literal('place'), km: z.number().nonnegative().describe('How far apart they are.') }),
]);
export type RelatedReason = z.infer<typeof RelatedReason>;

/** `GET /anecdotes/related`: what an anecdote may continue, most likely first, each with its strongest reason first. */
export const RelatedAnecdotes = z.array(z.object({ anecdote: AnecdoteView, reasons: z.array(RelatedReason).min(1) }));
export type RelatedAnecdotes = z.infer<typeof RelatedAnecdotes>;
