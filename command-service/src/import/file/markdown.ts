import { parse } from 'yaml';
import { pointOf } from './coordinates.ts';
import { type Found, foundEntry, withLeftOut } from './found.ts';
import { cleaned, cleanedPlace, cleanedTags, hashTags } from './texts.ts';
import { firstMoment, instantAtStart, type Moment } from './zoned.ts';

type Matter = Readonly<Record<string, unknown>>;

const frontMatter = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const link = /(?<!!)\[\[([^\]|#^]+)[^\]]*\]\]/;

/**
 * The anecdote in a Markdown file called `path`, and what of it is left out: fields of its front matter, `#tags`, the
 * first `[[link]]` to another file, and the date of its front matter or its name. Files of our own export are read as
 * they were written.
 */
export function markdownFile(path: string, file: string, timeZone: string): Found[] {
  const front = frontMatter.exec(file);
  const matter = matterOf(front?.[1] ?? '');
  if (matter === undefined) return [{ at: path, message: 'The front matter is broken' }];
  const body = file.slice(front?.[0].length ?? 0);
  const name = nameOf(path);
  const zone = typeof matter.time_zone === 'string' ? matter.time_zone : timeZone;
  const isOwn = typeof matter.id === 'string' && typeof matter.timestamp === 'string';
  const moment = momentOf(matter, name, zone);
  if ('message' in moment) return [{ at: path, message: moment.message }];
  const description = isOwn ? ownText(body) : cleaned(body);
  const tags = [matter.tags, matter.tag].flatMap((each) =>
    typeof each === 'string' ? each.split(/[,\s]+/) : (each ?? []),
  );
  const place = cleanedPlace(matter.location, matter.place);
  const { coordinates, problem } = pointOf(
    matter.latitude ?? matter.lat,
    matter.longitude ?? matter.lng,
    cleanedPlace(matter.address),
  );
  const found = foundEntry(
    path,
    {
      description: description === '' ? name : description,
      tags: cleanedTags([...(tags as unknown[]), ...(isOwn ? [] : hashTags(body))]),
      timestamp: moment.timestamp,
      time_zone: zone,
      location: place,
      coordinates,
    },
    {
      id: isOwn ? idIn(matter.id) : null,
      key: name.toLowerCase(),
      connected_to: link.exec(body)?.[1]?.trim().split('/').at(-1)?.toLowerCase() ?? null,
      same_here: matter.same_here === true,
    },
  );
  return withLeftOut(found, problem);
}

/** The moment in the front matter, else in the name of the file. */
function momentOf(matter: Matter, name: string, timeZone: string): Moment {
  const written = ['timestamp', 'date', 'created', 'created_at', 'datetime'].map((field) => matter[field]);
  const texts = written.filter((each) => typeof each === 'string');
  const moment = firstMoment(texts.map((text) => ({ text, timeZone })));
  if ('timestamp' in moment || moment.problem === 'time') return moment;
  const timestamp = instantAtStart(name, timeZone);
  if (timestamp !== undefined) return { timestamp };
  if (moment.problem === 'date') return moment;
  return { problem: 'missing', message: 'Has no date, neither in its front matter nor in its name' };
}

/** The fields in `yaml`; undefined if it is broken or has none. */
function matterOf(yaml: string): Matter | undefined {
  try {
    const matter: unknown = yaml.trim() === '' ? {} : parse(yaml, { maxAliasCount: 10, logLevel: 'error' });
    return typeof matter === 'object' && matter !== null && !Array.isArray(matter) ? (matter as Matter) : undefined;
  } catch {
    return undefined;
  }
}

/** The text in a file of our own export, without the line that names its parent. */
function ownText(body: string): string {
  const text = body.replace(/^\n/, '').replace(/\n$/, '');
  return text.replace(/\n\nContinues \[\[[^\]]+\]\]$/, '').replaceAll('\\[\\[', '[[');
}

function idIn(id: unknown): string | null {
  return typeof id === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id.toLowerCase() : null;
}

function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.md$/i, '');
}
