import { z } from 'zod';
import { AnecdoteId } from '../ids.ts';
import { limits } from '../limits.ts';
import { Tags } from '../tags.ts';
import { storableText } from '../text.ts';
import { Instant, TimeZone } from '../time.ts';

const Description = storableText(limits.description).refine((text) => text.trim() !== '', {
  error: 'Please enter a description',
});

/** Optional text: trimmed, and absent when nothing is left. */
function optionalText(max: number) {
  return storableText(max)
    .overwrite((text) => text.trim())
    .nullable();
}

const Coordinates = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  address: optionalText(limits.address).optional(),
});

const fields = {
  description: Description,
  tags: Tags.optional(),
  timestamp: Instant.optional(),
  time_zone: TimeZone.optional(),
  location: optionalText(limits.location).optional(),
  coordinates: Coordinates.nullable().optional(),
  connected_to: AnecdoteId.nullable().optional(),
};

/** Body of `POST /anecdotes`; what is left out is empty, the time is now, the zone UTC. */
export const CreateAnecdote = z.strictObject(fields);
export type CreateAnecdote = z.infer<typeof CreateAnecdote>;

/** Body of `PUT /anecdotes/{id}`; what is left out stays as it is, null clears. */
export const EditAnecdote = z.strictObject({ ...fields, description: Description.optional() });
export type EditAnecdote = z.infer<typeof EditAnecdote>;

/** Body of `POST /anecdotes/batch`; each item is a CreateAnecdote and judged alone. */
export const CreateAnecdotes = z.strictObject({ anecdotes: z.array(z.unknown()).min(1).max(limits.batch) });

/** Body of `POST /anecdotes/{id}/react`. */
export const ReactSameHere = z.strictObject({ reaction_type: z.literal('same_here').default('same_here') });
