import { z } from 'zod';

/** How many anecdotes a summary looks at in each direction, and how many characters its shape has at most. */
export const CHAIN_BOUNDS = { before: 20, after: 20, shape: 12 } as const;

/** How many children the shape tells apart: one with more counts as this many. */
export const MAX_CHILDREN_COUNTED = 35;

/** What an anecdote is linked to, as a card draws it. */
export const ChainSummary = z.object({
  /** Those above it, the deleted one at the top included. */
  before: z.int().min(0).max(CHAIN_BOUNDS.before),
  /** Those below it. */
  after: z.int().min(0).max(CHAIN_BOUNDS.after),
  /** How many of the anecdote and those below it have more than one child. */
  branches: z.int().nonnegative(),
  /**
   * The tree of the nearest below it, breadth first and the oldest child first: for each its number of children in base
   * 36, the anecdote itself first. `2100` has two children, the first of which has one.
   */
  shape: z
    .string()
    .regex(/^[0-9a-z]+$/)
    .max(CHAIN_BOUNDS.shape),
  /** The topmost of those above it is deleted, or was never there. */
  gone: z.literal(true).optional(),
  /** There are more above it or below it. */
  cut: z.literal(true).optional(),
});
export type ChainSummary = z.infer<typeof ChainSummary>;

/** One for each anecdote of a page, in its order; null for one that has no parent and no children. */
export const Chains = z.array(ChainSummary.nullable());
