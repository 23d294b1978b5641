import { z } from 'zod';
import { limits } from '../limits.ts';
import { Tags } from '../tags.ts';
import { storableText } from '../text.ts';
import { Instant, TimeZone } from '../time.ts';

/** The fields of an anecdote that a person writes, for events, views and deciders. A new field is added here first. */
export const AnecdoteContent = z.strictObject({
  description: z.string(),
  tags: z.array(z.string()),
  timestamp: z.iso.datetime(),
  time_zone: z.string(),
  location: z.string().nullable(),
  coordinates: z.strictObject({ lat: z.number(), lng: z.number(), address: z.string().nullable() }).nullable(),
});
export type AnecdoteContent = Readonly<z.infer<typeof AnecdoteContent>>;

export const contentFields = Object.keys(AnecdoteContent.shape) as (keyof AnecdoteContent)[];

/** The content in `data`, without its other fields. */
export function pickContent(data: AnecdoteContent): AnecdoteContent {
  return Object.fromEntries(contentFields.map((field) => [field, data[field]])) as AnecdoteContent;
}

/** The content of an anecdote when no field was given; its time is then that of the command. */
export const emptyContent: Omit<AnecdoteContent, 'timestamp'> = {
  description: '',
  tags: [],
  time_zone: 'UTC',
  location: null,
  coordinates: null,
};

const Description = storableText(limits.description).refine((text) => text.trim() !== '', {
  error: 'Please enter a description',
});

/** Optional text: trimmed; null when nothing is left. */
function optionalText(max: number) {
  return storableText(max)
    .overwrite((text) => text.trim())
    .nullable()
    .overwrite((text) => text || null);
}

const Coordinates = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  address: optionalText(limits.address).default(null),
});

/** What commands accept for each field of the content. */
export const writtenContent = {
  description: Description,
  tags: Tags.optional(),
  timestamp: Instant.optional(),
  time_zone: TimeZone.optional(),
  location: optionalText(limits.location).optional(),
  coordinates: Coordinates.nullable().optional(),
} satisfies Record<keyof AnecdoteContent, z.ZodType>;
