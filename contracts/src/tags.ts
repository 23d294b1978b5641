import { z } from 'zod';
import { limits } from './limits.ts';
import { isSingleLine, isVisible, storableText } from './text.ts';

/** Trims, lowercases and composes (NFC) one tag, so that equal-looking tags are equal. */
export function normaliseTag(tag: string): string {
  return tag.trim().toLowerCase().normalize('NFC');
}

/** Normalises tags, drops empty and repeated ones and keeps the order of first appearance. */
export function normaliseTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(normaliseTag))].filter((tag) => tag !== '');
}

/** Judged as it is kept: lowercasing and composing can make it longer. Queries and people separate tags with commas. */
const oneTag = storableText(limits.tag)
  .refine(isSingleLine, { error: 'Must be a single line' })
  .refine((tag) => tag === '' || isVisible(tag), { error: 'Must contain a visible character' })
  .refine((tag) => !tag.includes(','), { error: 'Must not contain a comma' });

export const Tags = z
  .array(z.string().overwrite(normaliseTag).pipe(oneTag))
  .max(limits.tags, { error: `At most ${limits.tags} tags` })
  .overwrite(normaliseTags);

export const Tag = z.object({ name: z.string(), count: z.int(), lastUsed: z.iso.datetime() });
export type Tag = z.infer<typeof Tag>;

export const TagStatistics = z.object({
  total_anecdotes: z.int(),
  total_tags_used: z.int(),
  unique_tags: z.int(),
  average_tags_per_anecdote: z.number(),
  most_used_tag: z.object({ name: z.string(), count: z.int() }).nullable(),
});
export type TagStatistics = z.infer<typeof TagStatistics>;
