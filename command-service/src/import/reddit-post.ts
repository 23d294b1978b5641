import { Problem } from '@anecdotes/contracts';
import { parsedJson } from '@anecdotes/contracts/server/parsed-json';
import { z } from 'zod';
import { cleaned } from './file/texts.ts';

/** A post as it was written: plain text, without the encoding of the site's answer. */
export type RedditPost = {
  readonly title: string;
  readonly text: string;
  /** When it was posted; undefined if the site gives no plausible time. */
  readonly postedAt: Date | undefined;
};

const Post = z.object({
  id: z.string().optional(),
  title: z.string(),
  selftext: z.string().nullish(),
  created_utc: z.number().nullish(),
  removed_by_category: z.string().nullish(),
});

/** The listing of the post itself; the listing of its comments comes second. */
const Answer = z
  .tuple([z.object({ data: z.object({ children: z.array(z.object({ data: z.unknown() })) }) })])
  .rest(z.unknown());

/** When the site was opened; earlier times of posts are wrong. */
const OPENED = Date.UTC(2005, 5, 23);

const removals = new Set(['[deleted]', '[removed]', '[deleted by user]', '[removed by moderator]']);

/** Reads the site's answer to a request for post `id`. Throws POST_NOT_FOUND, POST_DELETED, REDDIT_UNREADABLE. */
export function readPost(json: string, id: string, now: Date = new Date()): RedditPost {
  const answer = Answer.safeParse(parsedJson(json));
  if (!answer.success) throw new Problem('REDDIT_UNREADABLE');
  const [child] = answer.data[0].data.children;
  if (child === undefined) throw new Problem('POST_NOT_FOUND');
  const post = Post.safeParse(child.data);
  if (!post.success || (post.data.id ?? id) !== id) throw new Problem('REDDIT_UNREADABLE');
  const { selftext, created_utc, removed_by_category } = post.data;
  const title = cleaned(plainText(post.data.title)).replace(/\s+/g, ' ');
  const text = cleaned(plainText(selftext ?? ''));
  if (removed_by_category || removals.has(text) || removals.has(title)) throw new Problem('POST_DELETED');
  if (title === '') throw new Problem('REDDIT_UNREADABLE');
  const posted = (created_utc ?? 0) * 1000;
  return { title, text, postedAt: posted >= OPENED && posted <= now.getTime() ? new Date(posted) : undefined };
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Text with its entities decoded once, without what only the site's editor needs. */
function plainText(text: string): string {
  return (
    text
      .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (entity, decimal, hex, name) => {
        if (name !== undefined) return named[name.toLowerCase()] ?? entity;
        const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
        return point <= 0x10ffff ? String.fromCodePoint(point) : entity;
      })
      // The site's editor leaves these between paragraphs; in Markdown they mean nothing and a space.
      .replace(/&#x200b;|\u200b/gi, '')
      .replace(/&nbsp;/gi, ' ')
  );
}
