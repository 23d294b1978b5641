import { z } from 'zod';
import { CursorPagination, success } from './envelope.ts';
import { AnecdoteId } from './ids.ts';
import { limits } from './limits.ts';
import { normaliseTag, normaliseTags } from './normalise-tag.ts';
import { isSingleLine, isVisible, refuseHiddenCharacters, storableText } from './text.ts';

/** Checked after normalising, which can make a tag longer. No commas: in queries and for people they separate tags. */
const oneTag = storableText(limits.tag)
  .refine(isSingleLine, { error: 'Must be a single line' })
  .refine((tag) => tag === '' || isVisible(tag), { error: 'Must contain a visible character' })
  .refine((tag) => !tag.includes(','), { error: 'Must not contain a comma' })
  .superRefine(refuseHiddenCharacters);

const documented = { maxLength: limits.tag } as const;

export const Tags = z
  .array(z.string().overwrite(normaliseTag).pipe(oneTag).meta(documented))
  .max(limits.tags, { error: `At most ${limits.tags} tags` })
  .overwrite(normaliseTags);

/** A stored tag, also one that was stored under earlier rules. */
export const StoredTag = z
  .string()
  .overwrite(normaliseTag)
  .pipe(storableText(limits.searchTerm).refine((tag) => tag !== '', { error: 'Please name a tag' }));

/** A tag to give to anecdotes. */
const NewTag = z
  .string()
  .overwrite(normaliseTag)
  .pipe(oneTag.refine((tag) => tag !== '', { error: 'Please name a tag' }))
  .meta(documented);

/** The anecdotes that an operation changes. */
const anecdotes = z
  .array(AnecdoteId)
  .min(1)
  .max(limits.operation)
  .describe('Those that do not have the tag stay as they are.');

/** Body of `POST /tags/rename`; if an anecdote already has `to`, the two tags become one. */
export const RenameTag = z
  .strictObject({ from: StoredTag, to: NewTag, anecdotes })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'Must be another tag' });

/** Body of `POST /tags/delete`. */
export const DeleteTag = z.strictObject({ tag: StoredTag, anecdotes });

export const Tag = z.object({
  name: z.string(),
  count: z.int().describe('How many anecdotes have it.'),
  lastUsed: z.iso.datetime().describe('When the latest of them happened.'),
});
export type Tag = z.infer<typeof Tag>;

/** `GET /tags`. */
export const TagPage = success(z.array(Tag)).extend({ pagination: CursorPagination, totalCount: z.int() });
export type TagPage = z.infer<typeof TagPage>;

/** `GET /tags/anecdotes`: the ids of the live anecdotes that have a tag, as many as an operation may name. */
export const TaggedAnecdotes = z.object({ ids: z.array(z.uuid()), totalCount: z.int() });
export type TaggedAnecdotes = z.infer<typeof TaggedAnecdotes>;

export const TagStatistics = z.object({
  total_anecdotes: z.int(),
  total_tags_used: z.int().describe('The sum over all anecdotes.'),
  unique_tags: z.int(),
  average_tags_per_anecdote: z.number(),
  most_used_tag: z.object({ name: z.string(), count: z.int() }).nullable(),
});
export type TagStatistics = z.infer<typeof TagStatistics>;
