import { z } from 'zod';
import { REDDIT, readPostAddress } from './reddit-address.ts';
import { TimeZone } from './time.ts';

const noUrl = 'Please enter a Reddit URL';

const PostUrl = z
  .string({ error: noUrl })
  .refine((text) => text.trim() !== '', { error: noUrl, abort: true })
  .transform((text, context) => {
    const address = readPostAddress(text);
    if (address !== undefined) return address;
    const message = `Please enter a valid Reddit URL (e.g., ${REDDIT}/r/subreddit/comments/postid/title/)`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** Body of `POST /reddit`; `time_zone` is the reader's, UTC when it is left out. */
export const ImportPost = z.strictObject({ url: PostUrl, time_zone: TimeZone.optional() });
export type ImportPost = z.infer<typeof ImportPost>;
