export type SampleOptions = {
  count: number;
  /** How many months before now the oldest sample may be. */
  dateRangeMonths: number;
  includeLocations: boolean;
  includeCoordinates: boolean;
  /** How many different tags may be used. */
  tagVariety: number;
  averageTagsPerAnecdote: number;
};

/** The samples of "Import Sample Anecdotes". */
export const defaultSample: SampleOptions = {
  count: 20,
  dateRangeMonths: 6,
  includeLocations: true,
  includeCoordinates: false,
  tagVariety: 15,
  averageTagsPerAnecdote: 3,
};

/** The samples after a reset of the sample data. */
export const resetSample: SampleOptions = {
  count: 100,
  dateRangeMonths: 12,
  includeLocations: true,
  includeCoordinates: true,
  tagVariety: 20,
  averageTagsPerAnecdote: 3,
};

/** The numbers of samples that are offered. */
export const presets: readonly number[] = [10, 100, 1_000, 10_000];

/** Options for `count` samples: the more there are, the further back they go. */
export function sampleOf(count: number): SampleOptions {
  const dateRangeMonths = count <= 10 ? 1 : count <= 100 ? 6 : count <= 1_000 ? 24 : 60;
  return { ...resetSample, count, dateRangeMonths };
}
