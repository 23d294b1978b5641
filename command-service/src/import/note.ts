import { CreateAnecdote, type ImportPost, limits, Problem, publicAddressOf } from '@anecdotes/contracts';
import type { RedditPost } from './reddit-post.ts';

const REST = '… [The rest is in the original post.]';
const LONGEST_TITLE = 500;

/**
 * The anecdote that a post becomes: title, text and source address, at the time it was posted, or now where that is not
 * known. A text that is too long is cut, and says so.
 */
export function noteOf(post: RedditPost, { url, time_zone }: ImportPost): CreateAnecdote {
  const title = cut(post.title, LONGEST_TITLE, '…');
  const source = publicAddressOf(url);
  const room = limits.description - [...title, ...source].length - 2 * PARAGRAPH.length;
  const parts = [title, cut(post.text, room, REST), source].filter((part) => part !== '');
  const note = CreateAnecdote.safeParse({
    description: parts.join(PARAGRAPH),
    tags: ['reddit'],
    ...(post.postedAt && { timestamp: post.postedAt.toISOString() }),
    ...(time_zone !== undefined && { time_zone }),
  });
  if (!note.success) throw new Problem('REDDIT_UNREADABLE');
  return note.data;
}

const PARAGRAPH = '\n\n';

/** At most `most` code points of `text`, `mark` in place of what is left out. */
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
