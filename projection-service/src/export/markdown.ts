import type { ExportRow } from './exported-row.ts';
import type { LocalTime } from './local-time.ts';

/** What the name of an anecdote's file is made of. */
type Named = { readonly id: string; readonly local: LocalTime; readonly description: string };

const NAME_LENGTH = 50;
const beginning = new RegExp(`^.{0,${NAME_LENGTH}}`, 'u');
/** The length of the end of the id, which distinguishes anecdotes of the same minute and words. */
const ID_LENGTH = 12;
/** Two or more opening brackets, each with or without backslashes before it. */
const bracketsInARow = /(?<!\\)(?:\\*\[){2,}/g;

/** The folder and the file name of an anecdote below `markdown/`. */
export function markdownPath(row: ExportRow): string {
  const name = nameOf(row);
  return `${name.slice(0, 4)}/${name}.md`;
}

/**
 * An anecdote as a Markdown file: front matter in YAML, its text as it was written, and a link in double brackets to
 * the anecdote that it continues.
 */
export function markdownOf(row: ExportRow): string {
  const { id, local, iso, json, time_zone, location, lat, lng, address, connected_to, same_here } = row;
  // Programs for notes recognise a date only without quotes.
  const when = `date: ${local.date}T${local.time}\nid: "${id}"\ntimestamp: "${iso.at}"\ntime_zone: "${time_zone}"\n`;
  let matter = `${when}tags: ${yaml(json.tags)}\n`;
  if (location !== null) matter += `location: ${yaml(json.location)}\n`;
  if (lat !== null) matter += `latitude: ${lat}\nlongitude: ${lng}\n`;
  if (address !== null) matter += `address: ${yaml(json.address)}\n`;
  if (connected_to !== null) matter += `connected_to: "${connected_to}"\n`;
  if (same_here) matter += 'same_here: true\n';
  const parent = parentOf(row);
  const link = parent === undefined ? '' : `\nContinues [[${nameOf(parent)}]]\n`;
  return `---\n${matter}---\n\n${withoutLinks(row.description)}\n${link}`;
}

/** JSON is valid YAML, so no text can end its own value; `[[` is escaped, so that it is not taken for a link. */
function yaml(json: string): string {
  return json.replaceAll('[[', '[\\u005b');
}

function parentOf({ connected_to, parent }: ExportRow): Named | undefined {
  if (connected_to === null || parent === null) return undefined;
  return { id: connected_to, local: parent.local, description: parent.text };
}

/**
 * Escapes double brackets that a person typed, so that they are not taken for links to files, and brackets that are
 * written as if they were escaped. An import removes one backslash before each of such brackets.
 */
function withoutLinks(text: string): string {
  return text.replaceAll(bracketsInARow, (brackets) =>
    brackets.includes('[[') || brackets.startsWith('\\') ? brackets.replaceAll('[', '\\[') : brackets,
  );
}

/** A name that is valid on every file system and in a link in double brackets. */
function nameOf({ id, local: { date, time }, description }: Named): string {
  const words = description
    .slice(0, 2 * NAME_LENGTH)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  const short = beginning.exec(words)?.[0].trim() ?? '';
  const minute = time.slice(0, 2) + time.slice(3, 5);
  const end = id.slice(-ID_LENGTH);
  return `${date} ${minute} ${short === '' ? '' : `${short} `}${end}`.normalize('NFC');
}
