import { parsedJson } from '@anecdotes/contracts/server/parsed-json';
import { z } from 'zod';
import { type Found, filesLeftOut, foundEntry, textOrFiles, withLeftOut } from './found.ts';
import { cleaned, cleanedTags } from './texts.ts';

/* Google Takeout has a JSON file for each note of Keep; times are microseconds since 1970, annotations are links. */
const text = z.string().nullish();
const time = z.union([z.number(), z.string()]).nullish();
const Annotation = z.object({ title: text, url: text, description: text });
type Annotation = z.infer<typeof Annotation>;
const Note = z.object({
  title: text,
  textContent: text,
  listContent: z.array(z.object({ text, isChecked: z.boolean().nullish() })).nullish(),
  labels: z.array(z.object({ name: text })).nullish(),
  isTrashed: z.boolean().nullish(),
  createdTimestampUsec: time,
  userEditedTimestampUsec: time,
  attachments: z.array(z.unknown()).nullish(),
  annotations: z.array(Annotation).nullish(),
});
const Edited = z.object({ userEditedTimestampUsec: z.union([z.number(), z.string()]) });

/** True for a note of Google Keep, which always says when it was edited. */
export function isKeepNote(json: string): boolean {
  return Edited.safeParse(parsedJson(json)).success;
}

/** A note of Google Keep with its links, in the file `at`, and a problem if its attachments are left out. */
export function keepNote(at: string, json: string, timeZone: string): Found[] {
  const { data: note, error } = Note.safeParse(parsedJson(json));
  if (error) return [{ at, message: 'Is not a note of Google Keep' }];
  const items = note.listContent?.map((item) => `- [${item.isChecked ? 'x' : ' '}] ${item.text ?? ''}`) ?? [];
  const written = [note.title, note.textContent, items.join('\n')].map((part) => cleaned(part ?? ''));
  const links = note.annotations?.map((link) => linkText(link, written.join('\n'))) ?? [];
  const parts = [...written, ...links].filter((part) => part !== '');
  const { tags, tagProblems } = cleanedTags(note.labels?.map(({ name }) => name) ?? []);
  const files = note.attachments?.length ?? 0;
  const created = Number(note.createdTimestampUsec ?? note.userEditedTimestampUsec ?? Number.NaN) / 1_000;
  const found = foundEntry(
    at,
    {
      description: textOrFiles(parts.join('\n\n'), files),
      tags,
      timestamp: Math.abs(created) <= 8.64e15 ? new Date(created).toISOString() : undefined,
      time_zone: timeZone,
    },
    { is_deleted: note.isTrashed === true },
  );
  return withLeftOut(found, ...tagProblems, filesLeftOut(files));
}

/** The title, address and description of a linked page, one per line, without those that `text` has already. */
function linkText({ title, url, description }: Annotation, text: string): string {
  const lines = new Set([title, url, description].map((line) => cleaned(line ?? '')));
  return [...lines].filter((line) => line !== '' && !text.includes(line)).join('\n');
}
