import { z } from 'zod';

/** How many anecdotes a summary looks at in each direction, and how many characters its shape has at most. */
export const CHAIN_BOUNDS = { before: 20, after: 20, shape: 12 } as const;

/** The largest number of children that the shape can show: an anecdote with more is shown with this many. */
export const MAX_CHILDREN_COUNTED = 35;

/** The chain around an anecdote, in short, as its card shows it. */
export const ChainSummary = z.object({
  before: z
    .int()
    .min(0)
    .max(CHAIN_BOUNDS.before)
    .describe('The number of anecdotes above it, including a deleted one at the top.'),
  after: z.int().min(0).max(CHAIN_BOUNDS.after).describe('The number of anecdotes below it.'),
  branches: z
    .int()
    .nonnegative()
    .describe('How many anecdotes, of this one and those below it, have more than one child.'),
  shape: z
    .string()
    .regex(/^[0-9a-z]+$/)
    .max(CHAIN_BOUNDS.shape)
    .describe(
      'The tree of the anecdote and the nearest ones below it, breadth first and the oldest child first: the number of ' +
        'children of each, as one digit in base 36. 2100 has two children, the first of which has one.',
    ),
  gone: z.literal(true).optional().describe('The topmost anecdote above it is deleted, or has never existed.'),
  cut: z.literal(true).optional().describe('There are more above or below it than were counted.'),
});
export type ChainSummary = z.infer<typeof ChainSummary>;

/** The chains around the anecdotes of a page. */
export const Chains = z
  .array(ChainSummary.nullable())
  .describe('The chain around each anecdote of data, in the same order; null for one without a link.');
