import { parsedJson } from '@anecdotes/contracts/server/parsed-json';
import { z } from 'zod';
import { pointOf } from './coordinates.ts';
import { type Found, filesLeftOut, foundEntry, invalidEntry, textOrFiles, withLeftOut } from './found.ts';
import type { JsonItem } from './json-items.ts';
import { cleaned, cleanedPlace, cleanedTags, hashTags } from './texts.ts';
import { readMoment } from './zoned.ts';

/*
 * Memos writes an archive with manifest.json ({format: "memos-archive", formatVersion: "1.0"}) and, for each memo, a
 * record memos/UID.json beside its text memos/UID.md. Its API (GET /api/v1/memos) lists the same fields as {memos: [...],
 * nextPageToken}, page by page, with the text in each, `name` instead of `uid`, and objects in relations. Times are
 * instants; in both, a comment has a `parent`.
 */
const text = z.string().nullish();
const Manifest = z.object({ format: z.literal('memos-archive'), formatVersion: z.string().regex(/^1\./) });
/** A memo in a relation; until version 0.23 only its name. */
const other = z.union([z.string(), z.object({ name: z.string() })]).nullish();
const Memo = z.object({
  uid: text,
  name: text,
  content: z.string(),
  createTime: text,
  displayTime: text,
  tags: z.array(z.unknown()).nullish(),
  location: z.object({ placeholder: text, latitude: z.number().nullish(), longitude: z.number().nullish() }).nullish(),
  parent: text,
  relations: z.array(z.object({ type: text, memo: other, relatedMemo: other })).nullish(),
  attachments: z.array(z.unknown()).nullish(),
  resources: z.array(z.unknown()).nullish(),
});
const Record = z.looseObject({ uid: z.string(), contentPath: z.string() });

/** True for the manifest of an archive of a supported version. */
export function isMemosManifest(json: string): boolean {
  return Manifest.safeParse(parsedJson(json)).success;
}

/** The record of a memo in an archive; undefined if `json` is not one. */
export function memoRecord(json: string): { readonly uid: string; readonly contentPath: string } | undefined {
  return Record.safeParse(parsedJson(json)).data;
}

/** A memo as the API lists it, and a problem if its files are left out. */
export function listedMemo({ at, value }: JsonItem, timeZone: string): Found[] {
  return memoOf(at, value, timeZone);
}

/** A problem if the answer of the API is one page of several; `value` is the token of the next one, or empty. */
export function missingPages({ at, value }: JsonItem): Found[] {
  if (typeof value !== 'string' || value === '') return [];
  return [{ at, message: 'The file has only one page of the memos; import the next pages too, or the archive' }];
}

/** A memo with its text that was found at `at`, and a problem if its files are left out. */
export function memoOf(at: string, value: unknown, timeZone: string): Found[] {
  const { data: memo, error } = Memo.safeParse(value);
  if (error) return [invalidEntry(at, error)];
  const id = memo.uid ?? idIn(memo.name);
  const key = idIn(memo.name) ?? id;
  const moment = readMoment({ text: memo.createTime ?? memo.displayTime ?? '', timeZone: 'UTC' });
  if ('message' in moment) return [{ at, message: moment.message }];
  const { coordinates, problem } = pointOf(memo.location?.latitude, memo.location?.longitude);
  const { tags, tagProblems } = cleanedTags(memo.tags?.length ? memo.tags : hashTags(memo.content));
  const files = (memo.attachments?.length ?? 0) + (memo.resources?.length ?? 0);
  const found = foundEntry(
    at,
    {
      description: textOrFiles(cleaned(memo.content), files),
      tags,
      timestamp: moment.timestamp,
      time_zone: timeZone,
      location: cleanedPlace(memo.location?.placeholder),
      coordinates,
    },
    { seed: id ? `memos ${id}` : null, key, connected_to: continuedBy(memo, key) },
  );
  return withLeftOut(found, problem, ...tagProblems, filesLeftOut(files));
}

/** The memo that this one comments on, else the first that it refers to. */
function continuedBy({ parent, relations }: z.infer<typeof Memo>, own: string | null): string | null {
  if (parent) return idIn(parent);
  for (const { type, memo, relatedMemo } of relations ?? []) {
    const named = relatedMemo ?? memo;
    const other = idIn(typeof named === 'string' ? named : named?.name);
    // The API lists a relation at both of its memos, so the related one may be this memo itself.
    if (type === 'REFERENCE' && other !== null && other !== own) return other;
  }
  return null;
}

/** `memos/abc` and `abc` name the same memo. */
function idIn(name: string | null | undefined): string | null {
  return name?.split('/').at(-1) || null;
}
