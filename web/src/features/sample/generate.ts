import type { CreateAnecdote } from '@anecdotes/contracts';
import { timeZone } from '../../lib/format.ts';
import { sampleLocations, sampleTags, sampleTexts } from './texts.ts';

export type SampleOptions = {
  count: number;
  dateRangeMonths: number;
  includeLocations: boolean;
  tagVariety: number;
  averageTagsPerAnecdote: number;
};

/** What "Import Sample Anecdotes" makes. */
export const defaultSample: SampleOptions = {
  count: 20,
  dateRangeMonths: 6,
  includeLocations: true,
  tagVariety: 15,
  averageTagsPerAnecdote: 3,
};

type Sample = Pick<CreateAnecdote, 'description' | 'tags' | 'timestamp' | 'time_zone' | 'location'>;

const LOCATED_SHARE = 0.7;

/** Invents anecdotes spread over the months before `now`, oldest first; `random` gives numbers from 0 up to 1. */
export function generateSamples(options: SampleOptions, now: Date, random: () => number): Sample[] {
  const start = new Date(now);
  start.setMonth(start.getMonth() - options.dateRangeMonths);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const tags = sampleTags.slice(0, options.tagVariety);
  const times = Array.from(
    { length: options.count },
    () => start.getTime() + random() * (now.getTime() - start.getTime()),
  );
  return times
    .sort((a, b) => a - b)
    .map((time, index) => {
      const wanted = 1 + Math.floor(random() * (2 * options.averageTagsPerAnecdote - 1));
      return {
        description: sampleTexts[index % sampleTexts.length] ?? '',
        tags: [...new Set(Array.from({ length: wanted }, () => pick(tags)))],
        timestamp: new Date(time).toISOString(),
        time_zone: timeZone(),
        ...(options.includeLocations && random() < LOCATED_SHARE && { location: pick(sampleLocations) }),
      };
    });
}
