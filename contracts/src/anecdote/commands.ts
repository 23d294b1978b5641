import { z } from 'zod';
import { Operation } from '../event.ts';
import { AnecdoteId } from '../ids.ts';
import { limits } from '../limits.ts';
import { Tags } from '../tags.ts';
import { writtenContent } from './content.ts';

const fields = { ...writtenContent, connected_to: AnecdoteId.nullable().optional().describe('Its parent.') };

/** Body of `POST /anecdotes`; missing fields are empty, a missing time is now and a missing zone UTC. */
export const CreateAnecdote = z.strictObject(fields);
export type CreateAnecdote = z.infer<typeof CreateAnecdote>;

/** Body of `PUT /anecdotes/{id}`; missing fields stay as they are, null clears a field that can be empty. */
export const EditAnecdote = z.strictObject({
  ...fields,
  description: fields.description.optional(),
  tags: Tags.nullable()
    .transform((tags) => tags ?? [])
    .optional()
    .describe('They replace its present tags.'),
});
export type EditAnecdote = z.infer<typeof EditAnecdote>;

/** Body of `PUT /anecdotes/{id}/parent`; `DELETE` removes the link. */
export const LinkAnecdote = z.strictObject({ parent: AnecdoteId });
export type LinkAnecdote = z.infer<typeof LinkAnecdote>;

/** The operation that several batches are part of; a batch that names none is an operation of its own. */
const batchOperation = Operation.extend({ kind: z.enum(['batch', 'sample-data']) })
  .optional()
  .describe('The operation that several batches belong to; by default each is an operation of its own.');
const batchOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(limits.batch);

/**
 * Body of `POST /anecdotes/batch`; each item is a CreateAnecdote and succeeds or fails by itself. But an item that is
 * no object or has too many fields refuses the whole batch, and the items after it are not checked.
 */
export const CreateAnecdotes = z.strictObject({
  anecdotes: batchOf(z.unknown()).superRefine((items, context) => {
    for (const [index, item] of items.entries()) {
      const message = structureError(item);
      if (message !== undefined) return context.addIssue({ code: 'custom', path: [index], message });
    }
  }),
  operation: batchOperation,
});

function structureError(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return 'Must be an object';
  return Object.keys(item).length > limits.batchItemFields ? 'Has too many fields' : undefined;
}

/** Body of `POST /anecdotes/batch/delete`; each id succeeds or fails by itself. */
export const DeleteAnecdotes = z.strictObject({ ids: batchOf(z.string()), operation: batchOperation });

/** Body of `POST /anecdotes/batch/restore`; each id succeeds or fails by itself. */
export const RestoreAnecdotes = z.strictObject({
  ids: batchOf(z.string()),
  operation: Operation.extend({ kind: z.literal('restore') }).optional(),
});

/** Body of `POST /anecdotes/{id}/react`. */
export const ReactSameHere = z.strictObject({ reaction_type: z.literal('same_here').default('same_here') });
