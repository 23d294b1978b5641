import { z } from 'zod';

/** A proof, which can be checked offline, that an anecdote was in the log with this content. */
export const AnecdoteProof = z.object({
  name: z.string().describe('The file name to save it under.'),
  proof: z.string().describe('A C2SP tlog-proof (https://c2sp.org/tlog-proof).'),
});
export type AnecdoteProof = z.infer<typeof AnecdoteProof>;
