import { z } from 'zod';

/** A proof, which can be checked offline, that an anecdote was in the log with this content. */
export const AnecdoteProof = z.object({
  /** The file name to save it under. */
  name: z.string(),
  /** A C2SP tlog-proof (https://c2sp.org/tlog-proof). */
  proof: z.string(),
});
export type AnecdoteProof = z.infer<typeof AnecdoteProof>;
