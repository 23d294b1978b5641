import type { ExportRow } from './exported-row.ts';
import type { LocalTime } from './local-time.ts';

/** What names the file of an anecdote. */
type Named = { readonly id: string; readonly local: LocalTime; readonly description: string };

const NAME_LENGTH = 50;
const beginning = new RegExp(`^.{0,${NAME_LENGTH}}`, 'u');
/** Of the id, what no other anecdote of the same minute and words has. */
const ID_LENGTH = 12;

/** The folder and the file of an anecdote below `markdown/`. */
export function markdownPath(row: ExportRow): string {
  const name = nameOf(row);
  return `${name.slice(0, 4)}/${name}.md`;
}

/**
 * An anecdote as a Markdown file: front matter in YAML, its text as it was written, and the anecdote that it continues as
 * a link in double brackets.
 */
export function markdownOf(row: ExportRow): string {
  const { id, local, iso, json, time_zone, location, lat, lng, address, connected_to, same_here } = row;
  // Programs for notes know a date by its being no text.
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

/** JSON is YAML: no text can end the value that it stands in, nor be taken for a link there. */
function yaml(json: string): string {
  return json.replaceAll('[[', '[\\u005b');
}

function parentOf({ connected_to, parent }: ExportRow): Named | undefined {
  if (connected_to === null || parent === null) return undefined;
  return { id: connected_to, local: parent.local, description: parent.text };
}

/** Brackets that somebody typed are no links to files. */
function withoutLinks(text: string): string {
  return text.replaceAll('[[', '\\[\\[');
}

/** A name that every file system takes and a link in double brackets can hold. */
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
