import {
  CreateAnecdote,
  type ImportPost,
  limits,
  type PastedPost,
  Problem,
  publicAddressOf,
} from '@anecdotes/contracts';
import type { RedditPost } from './reddit-post.ts';

const CUT_MARK = '… [The rest is in the original post.]';

/**
 * The anecdote for a post: title, text and source address, at the time it was posted, or now if that is unknown. A text
 * that is too long is cut, with a note that says so. Throws REDDIT_UNREADABLE.
 */
export function anecdoteFromPost(post: RedditPost, { url, time_zone }: ImportPost): CreateAnecdote {
  const title = cut(post.title, limits.postTitle, '…');
  const source = publicAddressOf(url);
  const room = limits.description - [...title, ...source].length - 2 * PARAGRAPH.length;
  const anecdote = CreateAnecdote.safeParse({
    description: paragraphs(title, cut(post.text, room, CUT_MARK), source),
    tags: ['reddit'],
    ...(post.postedAt && { timestamp: post.postedAt.toISOString() }),
    ...(time_zone !== undefined && { time_zone }),
  });
  if (!anecdote.success) throw new Problem('REDDIT_UNREADABLE');
  return anecdote.data;
}

/**
 * The anecdote for a pasted post, with its whole text. Throws VALIDATION_FAILED when that is too long together with the
 * source address.
 */
export function anecdoteFromPastedPost(
  { title, text = '', posted_at }: PastedPost,
  { url, time_zone }: ImportPost,
): CreateAnecdote {
  const description = paragraphs(title.trim(), text.trim(), publicAddressOf(url));
  const excess = [...description].length - limits.description;
  if (excess > 0) {
    const message = `Must be at most ${[...text.trim()].length - excess} characters`;
    throw new Problem('VALIDATION_FAILED', { message, fields: { 'post.text': message } });
  }
  return {
    description,
    tags: ['reddit'],
    ...(posted_at !== undefined && { timestamp: posted_at }),
    ...(time_zone !== undefined && { time_zone }),
  };
}

const PARAGRAPH = '\n\n';

function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(PARAGRAPH);
}

/** At most `most` code points of `text`; if it is longer, `mark` takes the place of the rest. */
function cut(text: string, most: number, mark: string): string {
  const points = [...text];
  if (points.length <= most) return text;
  return (
    points
      .slice(0, most - mark.length)
      .join('')
      .trimEnd() + mark
  );
}
