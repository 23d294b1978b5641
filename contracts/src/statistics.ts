import { z } from 'zod';

/** `GET /api/statistics`: the dashboard's figures. */
export const Statistics = z.object({
  total_anecdotes: z.int(),
  this_week: z.int().describe('How many happened in the last 7 × 24 hours.'),
  unique_tags: z.int(),
  top_tags: z.array(z.object({ name: z.string(), count: z.int() })).describe('The 5 most frequent tags.'),
  days: z
    .array(z.object({ day: z.iso.date(), count: z.int() }))
    .describe('The days of the last 53 weeks that have anecdotes, each in the time zone of its anecdotes.'),
});
export type Statistics = z.infer<typeof Statistics>;
