import { z } from 'zod';

/** `GET /api/statistics`: the dashboard's figures. Days are calendar days in the zone each anecdote was written in. */
export const Statistics = z.object({
  total_anecdotes: z.int(),
  this_week: z.int(),
  unique_tags: z.int(),
  top_tags: z.array(z.object({ name: z.string(), count: z.int() })),
  days: z.array(z.object({ day: z.iso.date(), count: z.int() })),
});
export type Statistics = z.infer<typeof Statistics>;
