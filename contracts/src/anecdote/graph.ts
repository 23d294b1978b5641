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
    ids: z.array(z.uuid()),
    /** The index of the parent, `NO_PARENT` or `PARENT_NOT_INCLUDED`. */
    parents: z.array(z.int().min(PARENT_NOT_INCLUDED)),
    /** The beginning of the text on one line. */
    labels: z.array(z.string()),
    /** The index of the first tag in `tag_names`, or -1. */
    tags: z.array(z.int().min(-1)),
    /** The most frequent first. */
    tag_names: z.array(z.string()),
    /** In seconds since 1970. */
    times: z.array(z.int()),
    /** `nodeValue` as a whole number. */
    sizes: z.array(z.int().min(10).max(100)),
    /** The number of the chain, counted from 0, the same for all of a chain. */
    chains: z.array(count),
    /** How many anecdotes that pass the filter have no parent and no children. */
    unlinked: count,
    /** How many that pass the filter have a parent or children, including those beyond the limit. */
    total: count,
    /** False when there are more than the limit. */
    complete: z.boolean(),
  })
  .refine(
    ({ ids, parents, labels, tags, times, sizes, chains }) =>
      [parents, labels, tags, times, sizes, chains].every(({ length }) => length === ids.length),
    { error: 'Must have columns of the same length' },
  );
export type JournalGraph = z.infer<typeof JournalGraph>;
