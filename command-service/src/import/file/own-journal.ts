import { JOURNAL_FORMAT, JOURNAL_VERSION } from '@anecdotes/contracts';
import { z } from 'zod';
import { contentFrom, type Found, UnreadableFile } from './found.ts';
import { type JsonItem, jsonItems } from './json-items.ts';

/** What is read of an anecdote in `journal.json`; its content is judged by the rules for what a person writes. */
const Item = z.object({
  id: z.uuid().toLowerCase(),
  connected_to: z.uuid().toLowerCase().nullable().default(null),
  same_here: z.boolean().default(false),
  description: z.unknown().optional(),
  tags: z.unknown().optional(),
  timestamp: z.unknown().optional(),
  time_zone: z.unknown().optional(),
  location: z.unknown().optional(),
  coordinates: z.unknown().optional(),
});

/** The entries of our own `journal.json`. Throws UnreadableFile for another format, or a version that is not known. */
export async function* ownJournal(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Found[]> {
  let isOurs = false;
  for await (const items of jsonItems(chunks, ['format', 'version', 'anecdotes.*', 'trash.*'])) {
    const found: Found[] = [];
    for (const item of items) {
      if (item.path === 'format') isOurs = item.value === JOURNAL_FORMAT;
      else if (!isOurs) throw new UnreadableFile('This JSON is no journal of Anecdotes');
      else if (item.path === 'version') checkVersion(item.value);
      else found.push(foundIn(item));
    }
    yield found;
  }
  if (!isOurs) throw new UnreadableFile('This JSON is no journal of Anecdotes');
}

function checkVersion(version: unknown): void {
  if (version !== JOURNAL_VERSION) throw new UnreadableFile('The journal is of a version that is not known here');
}

function foundIn({ path, index, value }: JsonItem): Found {
  const at = `${path}[${index}]`;
  const { data: item, error } = Item.safeParse(value);
  if (error) return { at, message: `${error.issues[0]?.path.join('.') || 'entry'}: ${error.issues[0]?.message}` };
  const { id, connected_to, same_here, ...written } = item;
  const content = contentFrom(written);
  if ('message' in content) return { at, message: content.message };
  return { at, entry: { id, content, same_here, is_deleted: path === 'trash', connected_to } };
}
