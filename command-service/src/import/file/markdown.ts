import type { AnecdoteId } from '@anecdotes/contracts';
import { parse } from 'yaml';
import { degreesIn, pointOf } from './coordinates.ts';
import { anecdoteIdIn, type Found, filesLeftOut, foundEntry, withLeftOut } from './found.ts';
import { cleaned, cleanedPlace, cleanedTags, hashTags, withoutCode } from './texts.ts';
import { unreadFields } from './unread-fields.ts';
import { dateProblem } from './written-date.ts';
import { firstMoment, instantAtStart, type Moment } from './zoned.ts';

/** Dates with dots have the day first; those with slashes and the year last are not read, as their order is unknown. */
const DAY_FIRST = { dots: 'day-first', others: 'day-first' } as const;
const isAmbiguous = /^\s*\d{1,2}[/-]/;

/** How many folders of a path tell files of the same name apart. */
const MAX_FOLDERS = 8;

type Matter = Readonly<Record<string, unknown>>;

const frontMatter = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/;
const BROKEN = 'The front matter is broken; it is kept as part of the text';
const dateFields = ['timestamp', 'date', 'created', 'created_at', 'datetime'];
/** The field that the Linter of Obsidian writes. */
const LINTER_DATE = 'date created';
const dateLine = new RegExp(`^(?:${[...dateFields, LINTER_DATE, 'time', 'time_zone'].join('|')}):.*`, 'gim');
// Brackets cannot nest in what these match, so that none of them searches a long text from each of its brackets.
/** A note or file shown within the text, `![[picture.png|100]]`, or a picture `![its name](picture.png)` of the archive. */
const shown = /!\[\[[^[\]]+\]\]|!\[[^[\]]*\]\((?!https?:)(?:[^()]|\([^()]*\))+\)/gi;
const fileName = /\.(?:avif|gif|heic|jpe?g|m4a|mov|mp[34]|pdf|png|svg|wav|webm|webp)/i;
/** Two or more opening brackets in a row, each with at least one backslash before it. */
const escapedBrackets = /(?<![\\[])(?:\\+\[){2,}(?!\\*\[)/g;
/** A link; in a table its `|` has a backslash before it. In Logseq `#[[two words]]` is a tag. */
const link = /(?<![!#])\[\[([^[\]|#^\\]+)(?:\\?[|#^][^[\]]*)?\]\]/;

/**
 * The anecdote in a Markdown file called `path`, and what of it is left out: fields of its front matter, `#tags`, the
 * first `[[link]]` to another file, and the date of its front matter or its name. Front matter that is broken is part of
 * the text. Files of our own export are read as they were written. Other fields of front matter are passed to `unread`.
 */
export function markdownFile(path: string, file: string, timeZone: string, unread = unreadFields()): Found[] {
  const front = frontMatter.exec(file);
  const yaml = front?.[1] ?? '';
  const fields = matterOf(yaml);
  const matter = fields ?? datesIn(yaml);
  const body = fields === undefined ? file : file.slice(front?.[0].length ?? 0);
  const prose = withoutCode(body);
  const name = nameOf(path);
  const zone = typeof matter.time_zone === 'string' ? matter.time_zone : timeZone;
  const isOwn = typeof matter.id === 'string' && typeof matter.timestamp === 'string';
  const moment = momentOf(matter, name, zone);
  if ('message' in moment) return [{ at: path, message: moment.message }];
  const description = isOwn ? ownText(body) : titled(matter.title, cleaned(body));
  const written = [matter.tags, matter.tag].flatMap((each) =>
    typeof each === 'string' ? each.split(/[,\s]+/) : (each ?? []),
  );
  const { tags, tagProblems } = cleanedTags([...(written as unknown[]), ...(isOwn ? [] : hashTags(body))], { isOwn });
  const place = cleanedPlace(matter.location, matter.place);
  const { coordinates, problem } = pointOf(...degreesOf(matter), cleanedPlace(matter.address));
  const files = isOwn ? 0 : filesIn(prose);
  const found = foundEntry(
    path,
    {
      description: description === '' ? name : description,
      tags,
      timestamp: moment.timestamp,
      time_zone: zone,
      location: place,
      coordinates,
    },
    {
      id: isOwn ? idIn(matter.id) : null,
      key: linkPath(path),
      connected_to: parentOf(prose, isOwn ? idIn(matter.connected_to) : null),
      same_here: matter.same_here === true,
    },
  );
  if ('entry' in found && fields !== undefined) unread.add(fields);
  return withLeftOut(found, fields === undefined ? BROKEN : undefined, problem, ...tagProblems, filesLeftOut(files));
}

/** The moment in the front matter, else in the name of the file, else the one that the Linter of Obsidian wrote. */
function momentOf(matter: Matter, name: string, timeZone: string): Moment {
  const moment = firstOf(matter, dateFields, timeZone);
  if ('timestamp' in moment || moment.problem === 'time') return moment;
  const timestamp = instantAtStart(datedName(name), timeZone);
  if (timestamp !== undefined) return { timestamp };
  const created = firstOf(matter, [LINTER_DATE], timeZone);
  if ('timestamp' in created || created.problem === 'time') return created;
  // Shows an ISO date: front matter accepts no form whose order is ambiguous.
  const isWritten = [moment, created].some(({ problem }) => problem === 'date');
  if (isWritten) return { problem: 'date', message: dateProblem('') };
  return { problem: 'missing', message: 'Has no date, neither in its front matter nor in its name' };
}

/** The moment of the first of these fields that has a date. */
function firstOf(matter: Matter, fields: readonly string[], timeZone: string): Moment {
  const written = fields.map((field) => matter[field]);
  const texts = written.flatMap((each) => (typeof each === 'string' || typeof each === 'number' ? String(each) : []));
  const time = typeof matter.time === 'string' ? matter.time : '';
  return firstMoment(
    texts.map((text) => ({ text, time, timeZone, ...(!isAmbiguous.test(text) && { orders: DAY_FIRST }) })),
  );
}

/** A name that begins like `2025_12_31` (Logseq), `202512311430` or `2025-12-31-1430` (Obsidian), in the usual form. */
function datedName(name: string): string {
  return name
    .replace(/^(\d{4})_(\d{2})_(\d{2})(?!\d)/, '$1-$2-$3')
    .replace(/^(\d{8}|\d{4}-\d{2}-\d{2}-)(\d{4})(?![\d-])/, (_, date, time) => `${date.slice(0, 10)}T${time}`);
}

/** The latitude and longitude: two fields, or a list or text of both in one. */
function degreesOf(matter: Matter): [latitude: unknown, longitude: unknown] {
  const both = [matter.coordinates, matter.location].find((each) => Array.isArray(each)) ?? matter.coordinates;
  const [lat, lng] = typeof both === 'string' ? degreesIn(both) : Array.isArray(both) ? both : [];
  return [matter.latitude ?? matter.lat ?? lat, matter.longitude ?? matter.lng ?? matter.lon ?? lng];
}

/** The fields in `yaml`, their names in lower case; undefined if it is broken or has none. */
function matterOf(yaml: string): Matter | undefined {
  try {
    const matter: unknown = yaml.trim() === '' ? {} : parse(yaml, { maxAliasCount: 10, logLevel: 'error' });
    if (typeof matter !== 'object' || matter === null || Array.isArray(matter)) return undefined;
    return Object.fromEntries(Object.entries(matter).map(([name, value]) => [name.toLowerCase(), value]));
  } catch {
    return undefined;
  }
}

/** The fields for the date in YAML that is broken in other lines. */
function datesIn(yaml: string): Matter {
  return Object.assign({}, ...(yaml.match(dateLine) ?? []).map(matterOf));
}

/** How many pictures and other files of the archive `body` shows. */
function filesIn(body: string): number {
  const all = body.match(shown) ?? [];
  return all.filter((each) => !each.startsWith('![[') || fileName.test(each)).length;
}

/** A text below its title, unless it begins with that, perhaps as a heading. */
function titled(title: unknown, text: string): string {
  const line = typeof title === 'string' || typeof title === 'number' ? cleaned(String(title)) : '';
  const [first = ''] = text.split('\n', 1);
  return first.replace(/^#+\s+/, '').trim() === line ? text : [line, text].filter((part) => part !== '').join('\n\n');
}

/**
 * The parent of a file's anecdote: the first file that its text links to. It is `id`, from the front matter of our
 * export, if there is no link or the link is that of the export, whose name ends like `id`.
 */
function parentOf(body: string, id: string | null): string | null {
  const written = link.exec(body)?.[1];
  const path = written === undefined ? null : linkPath(written);
  return id !== null && (path ?? id).endsWith(id.slice(-12)) ? id : path;
}

/** The path of a file or in a link, in lower case, without its extension, its uppermost folders and `.` and `..`. */
function linkPath(path: string): string {
  const parts = path.split('/').map((part) => part.trim());
  const folders = parts.slice(0, -1).filter((folder) => !['', '.', '..'].includes(folder));
  return [...folders.slice(-MAX_FOLDERS), nameOf(parts.at(-1) ?? '')].join('/').toLowerCase();
}

/** The text in a file of our own export, without the line that names its parent. Git may have changed its line ends. */
function ownText(body: string): string {
  const text = body.replaceAll('\r\n', '\n').replace(/^\n/, '').replace(/\n$/, '');
  return text
    .replace(/\n\nContinues \[\[[^[\]]+\]\]$/, '')
    .replaceAll(escapedBrackets, (brackets) => brackets.replaceAll('\\[', '['));
}

function idIn(id: unknown): AnecdoteId | null {
  return typeof id === 'string' ? anecdoteIdIn(id) : null;
}

function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.(?:md|markdown)$/i, '');
}
