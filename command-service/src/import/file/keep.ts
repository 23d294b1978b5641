import { z } from 'zod';
import { type Found, foundEntry, withLeftOut } from './found.ts';
import { cleaned, cleanedTags } from './texts.ts';

/* Google Takeout has a JSON file for each note of Keep; times are microseconds since 1970. */
const text = z.string().nullish();
const time = z.union([z.number(), z.string()]).nullish();
const Note = z.object({
  title: text,
  textContent: text,
  listContent: z.array(z.object({ text, isChecked: z.boolean().nullish() })).nullish(),
  labels: z.array(z.object({ name: text })).nullish(),
  isTrashed: z.boolean().nullish(),
  createdTimestampUsec: time,
  userEditedTimestampUsec: time,
  attachments: z.array(z.unknown()).nullish(),
});

/** A note of Google Keep in the file `at`, and a problem if its attachments are left out. */
export function keepNote(at: string, json: string, timeZone: string): Found[] {
  const { data: note, error } = Note.safeParse(parsed(json));
  if (error) return [{ at, message: 'Is not a note of Google Keep' }];
  const items = note.listContent?.map((item) => `- [${item.isChecked ? 'x' : ' '}] ${item.text ?? ''}`) ?? [];
  const parts = [note.title, note.textContent, items.join('\n')].map((part) => cleaned(part ?? ''));
  const created = Number(note.createdTimestampUsec ?? note.userEditedTimestampUsec ?? Number.NaN) / 1_000;
  const found = foundEntry(
    at,
    {
      description: parts.filter((part) => part !== '').join('\n\n'),
      tags: cleanedTags(note.labels?.map(({ name }) => name) ?? []),
      timestamp: Math.abs(created) <= 8.64e15 ? new Date(created).toISOString() : undefined,
      time_zone: timeZone,
    },
    { is_deleted: note.isTrashed === true },
  );
  const left = note.attachments?.length ?? 0;
  return withLeftOut(found, left > 0 && `Pictures and other files are left out: ${left}`);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
