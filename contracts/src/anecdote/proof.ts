import { z } from 'zod';

/** What shows offline that an anecdote was in the log in this form. */
export const AnecdoteProof = z.object({
  /** The name for its file. */
  name: z.string(),
  /** A C2SP tlog-proof (https://c2sp.org/tlog-proof). */
  proof: z.string(),
});
export type AnecdoteProof = z.infer<typeof AnecdoteProof>;
