import { z } from 'zod';
import { pointOf } from './coordinates.ts';
import { type Found, filesLeftOut, foundEntry, invalidEntry, textOrFiles, withLeftOut } from './found.ts';
import type { JsonItem } from './json-items.ts';
import { cleaned, cleanedPlace, cleanedTags } from './texts.ts';
import { firstMoment, zoneNamed } from './zoned.ts';

/*
 * The zip file that Journiv exports has data.json ({export_version, journals: [{title, entries: [...]}]}) and a folder
 * of media. Newer versions have a text twice, plain and as operations of its editor (Quill); older ones have `content`.
 * Entries have no id; what was deleted is not in the file.
 */
const text = z.string().nullish();
const number = z.number().nullish();
const Entry = z.object({
  title: text,
  content: text,
  content_plain_text: text,
  content_delta: z.object({ ops: z.array(z.object({ insert: z.unknown() })) }).nullish(),
  entry_date: text,
  entry_datetime_utc: text,
  entry_timezone: text,
  tags: z.array(z.unknown()).nullish(),
  location_json: z
    .object({ name: text, street: text, locality: text, country: text, latitude: number, longitude: number })
    .partial()
    .nullish(),
  latitude: number,
  longitude: number,
  media: z.array(z.unknown()).nullish(),
});

/** An entry of Journiv, and what of it is left out. */
export function journivEntry({ at, value }: JsonItem, timeZone: string): Found[] {
  const { data: entry, error } = Entry.safeParse(value);
  if (error) return [invalidEntry(at, error)];
  const { zone, problem: zoneProblem } = zoneNamed(entry.entry_timezone?.trim() ?? '', timeZone);
  const moment = firstMoment([
    { text: entry.entry_datetime_utc ?? '', timeZone: 'UTC' },
    { text: entry.entry_date ?? '', timeZone: zone },
  ]);
  if ('message' in moment) return [{ at, message: moment.message }];
  const place = entry.location_json;
  const { coordinates, problem } = pointOf(
    entry.latitude ?? place?.latitude,
    entry.longitude ?? place?.longitude,
    cleanedPlace(place?.street),
  );
  const parts = [entry.title, textOf(entry)].map((part) => cleaned(part ?? '')).filter((part) => part !== '');
  const { tags, tagProblems } = cleanedTags(entry.tags ?? []);
  const files = entry.media?.length ?? 0;
  const found = foundEntry(at, {
    description: textOrFiles(parts.join('\n\n'), files),
    tags,
    timestamp: moment.timestamp,
    time_zone: zone,
    location: cleanedPlace(place?.name, place?.locality, place?.country),
    coordinates,
  });
  return withLeftOut(found, zoneProblem, problem, ...tagProblems, filesLeftOut(files));
}

function textOf({ content_plain_text, content_delta, content }: z.infer<typeof Entry>): string {
  if (content_plain_text) return content_plain_text;
  const inserted = content_delta?.ops.map(({ insert }) => (typeof insert === 'string' ? insert : ''));
  return inserted?.join('') || (content ?? '');
}
