import { z } from 'zod';
import { AnecdoteView } from './anecdote/views.ts';
import { FailureEnvelope, success } from './envelope.ts';
import { limits } from './limits.ts';
import { REDDIT, readPostAddress } from './reddit-address.ts';
import { storableText } from './text.ts';
import { Instant, TimeZone } from './time.ts';

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

/** A post as a person copied it from the site. */
const PastedPost = z.strictObject({
  title: storableText(limits.postTitle).refine((title) => title.trim() !== '', {
    error: 'Please enter the title of the post',
  }),
  text: storableText(limits.description).optional(),
  posted_at: Instant.optional().describe('Now by default.'),
});
export type PastedPost = z.infer<typeof PastedPost>;

/** Body of `POST /reddit`. */
export const ImportPost = z.strictObject({
  url: PostUrl,
  time_zone: TimeZone.optional().describe('Of the new anecdote; UTC by default.'),
  post: PastedPost.optional().describe('Title and text, if Reddit refuses; Reddit is then not called.'),
});
export type ImportPost = z.infer<typeof ImportPost>;

const about = { message: z.string(), anecdoteId: z.uuid() };

/** The answer to `POST /reddit`: the anecdote that was created from the post. */
export const ImportedPost = success(AnecdoteView).extend(about);

/** The answer when the post was already imported before. */
export const KnownPost = FailureEnvelope.extend(about);
