import { z } from 'zod';
import { pointOf } from './coordinates.ts';
import { type Found, filesLeftOut, foundEntry, invalidEntry, textOrFiles, withLeftOut } from './found.ts';
import type { JsonItem } from './json-items.ts';
import { cleaned, cleanedPlace, cleanedTags } from './texts.ts';
import { readMoment, zoneNamed } from './zoned.ts';

/*
 * The zip file that Day One exports has a JSON file for each journal: {metadata: {version}, entries: [...]}. Texts are
 * Markdown with escaped punctuation; a picture in them is ![](dayone-moment://ID).
 */
const text = z.string().nullish();
const list = z.array(z.unknown()).nullish();
const Entry = z.object({
  uuid: text,
  text,
  creationDate: z.string(),
  timeZone: text,
  tags: list,
  location: z
    .object({ placeName: text, userLabel: text, localityName: text, country: text })
    .extend({ latitude: z.number().nullish(), longitude: z.number().nullish() })
    .nullish(),
  photos: list,
  videos: list,
  audios: list,
  pdfAttachments: list,
});

/** An entry of Day One, and what of it is left out. */
export function dayOneEntry({ at, value }: JsonItem, timeZone: string): Found[] {
  const { data: entry, error } = Entry.safeParse(value);
  if (error) return [invalidEntry(at, error)];
  const { zone, problem: zoneProblem } = zoneNamed(entry.timeZone?.trim() ?? '', timeZone);
  const moment = readMoment({ text: entry.creationDate, timeZone: zone });
  if ('message' in moment) return [{ at, message: moment.message }];
  const place = entry.location;
  const { coordinates, problem } = pointOf(place?.latitude, place?.longitude);
  const { tags, tagProblems } = cleanedTags(entry.tags ?? []);
  const seed = entry.uuid ? `day-one ${entry.uuid}` : null;
  const files = [entry.photos, entry.videos, entry.audios, entry.pdfAttachments].flatMap((all) => all ?? []).length;
  const found = foundEntry(
    at,
    {
      description: textOrFiles(plain(entry.text ?? ''), files),
      tags,
      timestamp: moment.timestamp,
      time_zone: zone,
      location: cleanedPlace(place?.userLabel ?? place?.placeName, place?.localityName, place?.country),
      coordinates,
    },
    { seed, key: entry.uuid?.toLowerCase() ?? null, connected_to: linkIn(entry.text ?? '') },
  );
  return withLeftOut(found, zoneProblem, problem, ...tagProblems, filesLeftOut(files));
}

function plain(text: string): string {
  const withoutFiles = text.replaceAll(/!\[[^[\]]*\]\(dayone-moment:[^()]*\)\s*/g, '');
  return cleaned(withoutFiles.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'));
}

/** The first other entry that a text links to. */
function linkIn(text: string): string | null {
  return /dayone2?:\/\/(?:view|open)\?entryId=([0-9A-F]{32})/i.exec(text)?.[1]?.toLowerCase() ?? null;
}
