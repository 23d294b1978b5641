import { z } from 'zod';

const count = z.int().nonnegative();

/** In `parents`: no parent, and a parent that is not in `ids`: it is deleted, filtered out or beyond the limit. */
export const NO_PARENT = -1;
export const PARENT_NOT_INCLUDED = -2;

/** How many of the first characters of a text are the label of its anecdote. */
export const GRAPH_LABEL_LENGTH = 60;

/**
 * `GET /connections`: the anecdotes of a journal that have a parent or children, newest first, as columns: the same
 * index is the same anecdote in each of them.
 */
export const JournalGraph = z
  .object({
    ids: z
      .array(z.uuid())
      .describe('The same index is the same anecdote in all columns: parents, labels, tags, times, sizes, chains.'),
    parents: z
      .array(z.int().min(PARENT_NOT_INCLUDED))
      .describe('The index of the parent; -1 for none, -2 for one that is not in the answer.'),
    labels: z.array(z.string()).describe(`The first ${GRAPH_LABEL_LENGTH} characters of the text, on one line.`),
    tags: z.array(z.int().min(-1)).describe('The index of the first tag in tag_names, or -1.'),
    tag_names: z.array(z.string()).describe('The first tags, the most frequent first.'),
    times: z.array(z.int()).describe('When it happened, in seconds since 1970.'),
    sizes: z
      .array(z.int().min(10).max(100))
      .describe('How large to draw it, by the length of its text, its tags and reactions.'),
    chains: z.array(count).describe('The number of the chain, counted from 0, the same for all of a chain.'),
    unlinked: count.describe('How many anecdotes that pass the filter have no parent and no children.'),
    total: count.describe('How many that pass the filter have a parent or children, including those beyond the limit.'),
    complete: z.boolean().describe('False when there are more than the limit.'),
  })
  .refine(
    ({ ids, parents, labels, tags, times, sizes, chains }) =>
      [parents, labels, tags, times, sizes, chains].every(({ length }) => length === ids.length),
    { error: 'Must have columns of the same length' },
  );
export type JournalGraph = z.infer<typeof JournalGraph>;
