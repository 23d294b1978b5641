import type { CreateAnecdote } from '@anecdotes/contracts';
import { timeZone } from '../../lib/format.ts';
import type { SampleOptions } from './options.ts';
import { type City, cities, elsewhere, familiarPlaces } from './places.ts';
import { type Story, stories } from './stories.ts';
import { everydayTags, sampleTags } from './tags.ts';
import { themes, words } from './texts.ts';

/** A generated anecdote; `continues` is the index of the sample that it is to be connected to. */
export type Sample = {
  readonly fields: Omit<CreateAnecdote, 'connected_to'> & { timestamp: string; tags: string[] };
  readonly continues?: number;
};

type Random = () => number;
type OpenStory = { readonly story: Story; readonly last: number; readonly next: number };
type SampleText = { readonly tags: readonly string[]; readonly line: string; readonly continues?: number };

const LOCATED_SHARE = 0.7;
const MAPPED_SHARE = 0.5;
const AWAY_SHARE = 0.08;
const STORY_SHARE = 0.15;
const OPEN_STORIES = 3;
/** With more parts than stories can be open, some of them are connected, however few samples there are. */
const FEWEST_PARTS = OPEN_STORIES + 2;
const MOST_TAGS = 5;
/** A line is not used again before this many others. */
const MEMORY = 40;

/**
 * Generates anecdotes of one person, spread over the months before `now`, oldest first; some continue an earlier one.
 * All choices are made with `random`, which returns numbers from 0 to below 1.
 */
export function generateSamples(options: SampleOptions, now: Date, random: Random): Sample[] {
  const home = pick(cities, random);
  const allowed = sampleTags.slice(0, options.tagVariety);
  const time_zone = timeZone();
  const openStories: OpenStory[] = [];
  const recent: string[] = [];
  let partsLeft = Math.max(FEWEST_PARTS, Math.round(options.count * STORY_SHARE));
  return timesBefore(now, options, random).map((time, index) => {
    const isPart = random() < partsLeft / (options.count - index);
    if (isPart) partsLeft -= 1;
    const sampleText = isPart ? nextPart(openStories, index, random) : aboutNow(time, recent, random);
    const fields = {
      description: filledIn(sampleText.line, random),
      tags: tagsOf(sampleText.tags, allowed, options.averageTagsPerAnecdote, random),
      timestamp: time.toISOString(),
      time_zone,
      ...(options.includeLocations && random() < LOCATED_SHARE && whereabouts(options, home, sampleText.tags, random)),
    };
    return sampleText.continues === undefined ? { fields } : { fields, continues: sampleText.continues };
  });
}

/** Instants between the first month and `now`, mostly at waking hours, in order. */
function timesBefore(now: Date, { count, dateRangeMonths }: SampleOptions, random: Random): Date[] {
  const start = new Date(now);
  start.setMonth(start.getMonth() - dateRangeMonths);
  const [first, last] = [start.getTime(), now.getTime()];
  return Array.from({ length: count }, () => {
    const day = new Date(first + random() * (last - first));
    day.setHours(6 + Math.floor(random() * 18), Math.floor(random() * 60), Math.floor(random() * 60), 0);
    return new Date(Math.min(last, Math.max(first, day.getTime())));
  }).sort((a, b) => a.getTime() - b.getTime());
}

/** A line of a theme that fits the hour and the month, if possible none of the recent lines. */
function aboutNow(time: Date, recent: string[], random: Random): SampleText {
  const [hour, month] = [time.getHours(), time.getMonth()];
  const fitting = themes.filter(
    ({ hours: [from, to], months }) => hour >= from && hour < to && (months?.includes(month) ?? true),
  );
  const { tags, lines } = pick(fitting.length > 0 ? fitting : themes, random);
  const fresh = lines.filter((line) => !recent.includes(line));
  const line = pick(fresh.length > 0 ? fresh : lines, random);
  recent.push(line);
  if (recent.length > MEMORY) recent.shift();
  return { tags, line };
}

/** The next part of a story that has begun, or the first part of another one. */
function nextPart(openStories: OpenStory[], index: number, random: Random): SampleText {
  const free = stories.filter((story) => !openStories.some((open) => open.story === story));
  const starts = openStories.length === 0 || (openStories.length < OPEN_STORIES && random() < 0.4);
  const slot = starts ? openStories.length : Math.floor(random() * openStories.length);
  const { story, last, next } = openStories[slot] ?? { story: pick(free, random), last: -1, next: 0 };
  if (next + 1 < story.parts.length) openStories[slot] = { story, last: index, next: next + 1 };
  else openStories.splice(slot, 1);
  return { tags: story.tags, line: story.parts[next] ?? '', ...(last >= 0 && { continues: last }) };
}

/** `line` with each name in braces replaced by a word, and with a capital at the start of each sentence. */
function filledIn(line: string, random: Random): string {
  const text = line.replace(/\{(\w+)\}/g, (_, slot: string) => pick(words[slot] ?? [slot], random));
  return text.replace(/(^|[.!?] )(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

/** One to five different tags: first those of the theme, then those that fit any text, then any others. */
function tagsOf(fitting: readonly string[], allowed: readonly string[], average: number, random: Random): string[] {
  const wanted = Math.min(MOST_TAGS, allowed.length, 1 + Math.floor(random() * (2 * average - 1)));
  const [first, ...others] = fitting;
  const chosen = new Set(first !== undefined && allowed.includes(first) ? [first] : []);
  for (const source of [others, everydayTags, allowed]) {
    const left = source.filter((tag) => allowed.includes(tag) && !chosen.has(tag));
    while (chosen.size < wanted && left.length > 0) {
      const [tag = ''] = left.splice(Math.floor(random() * left.length), 1);
      chosen.add(tag);
    }
  }
  return [...chosen];
}

function whereabouts(
  { includeCoordinates }: SampleOptions,
  home: City,
  tags: readonly string[],
  random: Random,
): Pick<CreateAnecdote, 'location' | 'coordinates'> {
  if (random() >= MAPPED_SHARE) {
    const isInside = tags.includes('home') || tags.includes('sleep');
    return { location: pick(familiarPlaces[isInside ? 'inside' : 'outside'], random) };
  }
  const { city, places } = random() < AWAY_SHARE ? pick(elsewhere, random) : home;
  const { name, lat, lng } = pick(places, random);
  const location = `${name}, ${city}`;
  return { location, ...(includeCoordinates && { coordinates: { lat, lng, address: location } }) };
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
