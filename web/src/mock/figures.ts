import type { AnecdoteMonth, AnecdoteView, Statistics, Tag, TagStatistics } from '@anecdotes/contracts';
import { localDay } from './local-day.ts';

const DAY_MS = 86_400_000;
const DAYS = 371;
const TOP_TAGS = 5;
const CLOCK_SKEW_MS = 5 * 60_000;

type Anecdotes = readonly AnecdoteView[];

/** The tags, the most used first. */
export function countedTags(anecdotes: Anecdotes): Tag[] {
  const uses = new Map<string, Tag>();
  for (const { tags, timestamp } of anecdotes) {
    for (const name of tags) {
      const before = uses.get(name);
      const isLatest = before === undefined || timestamp > before.lastUsed;
      uses.set(name, { name, count: (before?.count ?? 0) + 1, lastUsed: isLatest ? timestamp : before.lastUsed });
    }
  }
  return [...uses.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** How often tags are used in all and on average, and which most. */
export function tagStatistics(anecdotes: Anecdotes): TagStatistics {
  const tags = countedTags(anecdotes);
  const used = tags.reduce((sum, { count }) => sum + count, 0);
  const [most] = topTags(tags, 1);
  return {
    total_anecdotes: anecdotes.length,
    total_tags_used: used,
    unique_tags: tags.length,
    average_tags_per_anecdote: anecdotes.length === 0 ? 0 : used / anecdotes.length,
    most_used_tag: most ?? null,
  };
}

/** The dashboard's figures at `now`. */
export function statisticsOf(anecdotes: Anecdotes, now: Date): Statistics {
  const at = (offset: number) => new Date(now.getTime() + offset).toISOString();
  const [weekAgo, soon] = [at(-7 * DAY_MS), at(CLOCK_SKEW_MS)];
  const [firstDay, lastDay] = [at(-DAYS * DAY_MS).slice(0, 10), at(DAY_MS).slice(0, 10)];
  const tags = countedTags(anecdotes);
  const days = counted(anecdotes.map(({ timestamp, time_zone }) => localDay(timestamp, time_zone)));
  return {
    total_anecdotes: anecdotes.length,
    this_week: anecdotes.filter(({ timestamp }) => timestamp >= weekAgo && timestamp <= soon).length,
    unique_tags: tags.length,
    top_tags: topTags(tags, TOP_TAGS),
    days: days.filter(([day]) => day > firstDay && day <= lastDay).map(([day, count]) => ({ day, count })),
  };
}

/** How many lie in each calendar month of `timeZone`, the newest first. */
export function monthsOf(anecdotes: Anecdotes, timeZone: string): AnecdoteMonth[] {
  const months = counted(anecdotes.map(({ timestamp }) => localDay(timestamp, timeZone).slice(0, 7)));
  return months.reverse().map(([month, count]) => ({ month, count }));
}

function topTags(tags: readonly Tag[], most: number): { name: string; count: number }[] {
  return tags.slice(0, most).map(({ name, count }) => ({ name, count }));
}

/** How often each of `names` occurs, in their order. */
function counted(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}
