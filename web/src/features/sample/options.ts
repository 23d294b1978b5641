export type SampleOptions = {
  count: number;
  /** How far back the oldest may lie. */
  dateRangeMonths: number;
  includeLocations: boolean;
  includeCoordinates: boolean;
  /** How many different tags there are. */
  tagVariety: number;
  averageTagsPerAnecdote: number;
};

/** What "Import Sample Anecdotes" makes. */
export const defaultSample: SampleOptions = {
  count: 20,
  dateRangeMonths: 6,
  includeLocations: true,
  includeCoordinates: false,
  tagVariety: 15,
  averageTagsPerAnecdote: 3,
};

/** What a reset of the sample makes. */
export const resetSample: SampleOptions = {
  count: 100,
  dateRangeMonths: 12,
  includeLocations: true,
  includeCoordinates: true,
  tagVariety: 20,
  averageTagsPerAnecdote: 3,
};

/** The sizes that are offered. */
export const presets: readonly number[] = [10, 100, 1_000, 10_000];

/** A sample of `count` anecdotes: the more there are, the further back they go. */
export function sampleOf(count: number): SampleOptions {
  const dateRangeMonths = count <= 10 ? 1 : count <= 100 ? 6 : count <= 1_000 ? 24 : 60;
  return { ...resetSample, count, dateRangeMonths };
}
