import { z } from 'zod';
import { limits } from '../limits.ts';
import { Tags } from '../tags.ts';
import { isVisible, storableText } from '../text.ts';
import { Instant, TimeZone } from '../time.ts';

/** The fields of an anecdote that a person writes, for events, views and deciders. A new field is added here first. */
export const AnecdoteContent = z.strictObject({
  description: z.string().describe('The text, which may be Markdown.'),
  tags: z.array(z.string()),
  timestamp: z.iso.datetime().describe('When it happened.'),
  time_zone: z.string().describe('The time zone in which it was written.'),
  location: z.string().nullable().describe("The place in the person's own words."),
  coordinates: z
    .strictObject({
      lat: z.number(),
      lng: z.number(),
      address: z.string().nullable().describe("A geocoder's name of the place."),
    })
    .nullable(),
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

const noDescription = 'Please enter a description';
const Description = storableText(limits.description, noDescription).refine(isVisible, { error: noDescription });

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
  address: optionalText(limits.address).default(null).describe("A geocoder's name of the place."),
});

/** What commands accept for each field of the content. */
export const writtenContent = {
  description: Description.describe('The text, which may be Markdown; not blank.'),
  tags: Tags.optional().describe('Stored trimmed, in lower case and without repetitions. A tag has no comma.'),
  timestamp: Instant.optional().describe(
    'When it happened: ISO 8601 with an offset or Z, at most to the millisecond, in the years 1 to 9999. Now by default.',
  ),
  time_zone: TimeZone.optional().describe('An IANA time zone, such as Europe/Zurich. UTC by default.'),
  location: optionalText(limits.location).optional().describe("The place in the person's own words."),
  coordinates: Coordinates.nullable().optional(),
} satisfies Record<keyof AnecdoteContent, z.ZodType>;
