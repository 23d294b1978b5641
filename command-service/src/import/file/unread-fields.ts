import type { ImportProblem } from '@anecdotes/contracts';
import { namesLeftOut } from './found.ts';
import { cleaned } from './texts.ts';

/** The fields of front matter that may hold a list. */
const lists = new Set(['tags', 'tag', 'coordinates', 'location']);
const read = new Set([
  ...['timestamp', 'date', 'date created', 'created', 'created_at', 'datetime', 'time', 'time_zone'],
  ...['title', 'place', 'address'],
  ...['latitude', 'lat', 'longitude', 'lng', 'lon', 'id', 'connected_to', 'same_here', ...lists],
]);
/** Fields for programs, which tell a reader nothing. */
const technical =
  /^(?:uu?id|(?:(?:date|last)[ _-]?)?(?:updated|modified)(?:[ _-]?at)?|lastmod|cssclass(?:es)?|publish|draft|layout|permalink|slug|.*-plugin)$/;
/** The most names that are counted. */
const MAX_NAMES = 1_000;

/** Counts the fields in the front matter of Markdown files that are not read, for one problem about all files. */
export function unreadFields() {
  const counts = new Map<string, number>();
  return {
    /** Counts the fields of a file; their names are in lower case. */
    add(matter: Readonly<Record<string, unknown>>): void {
      for (const [name, value] of Object.entries(matter)) {
        const files = counts.get(name) ?? 0;
        if (isUnread(name, value) && (files > 0 || counts.size < MAX_NAMES)) counts.set(name, files + 1);
      }
    },
    problems(): ImportProblem[] {
      const names = [...counts].map(([name, files]) => `${cleaned(name)}${files > 1 ? ` (in ${files} files)` : ''}`);
      const message = namesLeftOut('Fields', names);
      return message === undefined ? [] : [{ at: 'front matter', message }];
    },
  };
}

function isUnread(name: string, value: unknown): boolean {
  if (technical.test(name) || isEmpty(value)) return false;
  if (typeof value === 'object') return !(Array.isArray(value) && lists.has(name));
  return !read.has(name);
}

function isEmpty(value: unknown): boolean {
  const values = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  return values.every((each) => each === null || each === '');
}
