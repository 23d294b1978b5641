import { z } from 'zod';
import { checkpointKeysOf, witnessesOf } from '../transparency/checkpoint-keys.ts';

/** Settings of programs that make or check checkpoints of the log. */
export const checkpointSettings = {
  CHECKPOINT_KEY: z.string().transform((text, context) => {
    const keys = checkpointKeysOf(text);
    if (keys !== undefined) return keys;
    context.addIssue({
      code: 'custom',
      message: 'Must be keys with the same name, one on each line, the first one private',
    });
    return z.NEVER;
  }),
  CHECKPOINT_DIR: z.string().optional(),
  CHECKPOINT_COMMAND: z.string().optional(),
  CHECKPOINT_URL: z.url({ protocol: /^https?$/, error: 'Must be an http:// or https:// address' }).optional(),
  CHECKPOINT_WITNESSES: z
    .string()
    .transform((text, context) => {
      const witnesses = witnessesOf(text);
      if (witnesses !== undefined) return witnesses;
      context.addIssue({
        code: 'custom',
        message: 'Must be public keys, each with a space and an http(s):// address, with commas between them',
      });
      return z.NEVER;
    })
    .default([]),
};

/** Whether everybody may read the tree of the log. */
export const TransparencyLog = z.enum(['on', 'off'], { error: 'Must be on or off' }).default('off');
