import type { ExportRow } from './exported-row.ts';
import { type LocalTime, localTimeOf } from './local-time.ts';

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
  const { date, time } = row.local;
  const matter: Record<string, unknown> = {
    id: row.id,
    timestamp: row.at.toISOString(),
    time_zone: row.time_zone,
    tags: row.tags,
    ...(row.location !== null && { location: row.location }),
    ...(row.lat !== null && { latitude: row.lat, longitude: row.lng }),
    ...(row.address !== null && { address: row.address }),
    ...(row.connected_to !== null && { connected_to: row.connected_to }),
    ...(row.same_here && { same_here: true }),
  };
  // JSON is YAML: no text can end the value that it stands in, nor be taken for a link there.
  const yaml = (value: unknown) => JSON.stringify(value).replaceAll('[[', '[\\u005b');
  const lines = Object.entries(matter).map(([key, value]) => `${key}: ${yaml(value)}`);
  // Programs for notes know a date by its being no text.
  lines.unshift(`date: ${date}T${time}`);
  const parent = parentOf(row);
  const link = parent === undefined ? '' : `\nContinues [[${nameOf(parent)}]]\n`;
  return `---\n${lines.join('\n')}\n---\n\n${withoutLinks(row.description)}\n${link}`;
}

function parentOf({ connected_to, parent_at, parent_zone, parent_text }: ExportRow): Named | undefined {
  if (connected_to === null || parent_at === null || parent_zone === null || parent_text === null) return undefined;
  return { id: connected_to, local: localTimeOf(parent_at, parent_zone), description: parent_text };
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
  return [date, time.slice(0, 5).replace(':', ''), short, id.replaceAll('-', '').slice(-ID_LENGTH)]
    .filter((part) => part !== '')
    .join(' ')
    .normalize('NFC');
}
