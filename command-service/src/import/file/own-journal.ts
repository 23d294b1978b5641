import {
  AnecdoteId,
  contentFields,
  JOURNAL_FORMAT,
  JOURNAL_VERSION,
  withoutHiddenCharacters,
} from '@anecdotes/contracts';
import { z } from 'zod';
import { type Found, foundEntry, invalidEntry, UnknownJournal, UnreadableFile } from './found.ts';
import type { JsonItem } from './json-items.ts';

/** What is read of an anecdote in `journal.json`; content is validated later, by the rules for what a person writes. */
const Item = z.object({
  id: z.uuid().toLowerCase().pipe(AnecdoteId),
  connected_to: z.uuid().toLowerCase().nullable().default(null),
  same_here: z.boolean().default(false),
  ...Object.fromEntries(contentFields.map((field) => [field, z.unknown().optional()])),
});

/** Throws UnreadableFile for another format, or a version that is not known. */
export function checkOwn({ path, value }: JsonItem): Found[] {
  if (path === 'format' && value !== JOURNAL_FORMAT) throw new UnknownJournal();
  if (path === 'version' && value !== JOURNAL_VERSION) {
    throw new UnreadableFile('This version of the journal format cannot be imported');
  }
  return [];
}

/** An anecdote of our own `journal.json`. */
export function ownEntry({ path, at, value }: JsonItem): Found[] {
  const { data: item, error } = Item.safeParse(value);
  if (error) return [invalidEntry(at, error)];
  const { id, connected_to, same_here, ...written } = item;
  return [
    foundEntry(at, withAllowedTags(written), { id, key: id, connected_to, same_here, is_deleted: path === 'trash' }),
  ];
}

/** `written` with tags that may be written today: older exports have some with invisible characters. */
function withAllowedTags(written: { tags?: unknown }): object {
  const { tags } = written;
  if (!Array.isArray(tags)) return written;
  return { ...written, tags: tags.map((tag) => (typeof tag === 'string' ? withoutHiddenCharacters(tag) : tag)) };
}
