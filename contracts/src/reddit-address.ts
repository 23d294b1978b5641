/** The public site, as its posts' addresses begin. */
export const REDDIT = 'https://www.reddit.com';

/** A post of Reddit, as its address names it. */
export type PostAddress = {
  readonly subreddit: string;
  /** Lowercase, unique on the whole site. */
  readonly post: string;
  /** The words of the title in the address, where they are plain. */
  readonly slug: string | undefined;
};

const LONGEST_ADDRESS = 2_048;

/*
 * Anchored and read as text: what a URL parser makes of user names, ports, tabs or odd digits never counts. Without the
 * flag `u` no other letter equals an ASCII one. Query and fragment are what share buttons add.
 */
const pattern = new RegExp(
  '^https://(?:(?:www|old|new|np)\\.)?reddit\\.com/r/(\\w{1,50})/comments/([a-z0-9]{1,13})/' +
    "([\\w%.~!$'()*+,;=:@&\\u00a1-\\uffff-]{1,400})/?(?:[?#][!-~\\u00a1-\\uffff]*)?$",
  'i',
);

/** Reads the address of a post; undefined for anything else. */
export function readPostAddress(text: string): PostAddress | undefined {
  if (text.length > LONGEST_ADDRESS) return undefined;
  const [, subreddit, post, title] = pattern.exec(text.trim()) ?? [];
  if (subreddit === undefined || post === undefined || title === undefined) return undefined;
  return { subreddit, post: post.toLowerCase(), slug: /^[\w%-]+$/.test(title) ? title : undefined };
}

/** Where people read the post. */
export function publicAddressOf({ subreddit, post, slug }: PostAddress): string {
  return `${REDDIT}/r/${subreddit}/comments/${post}/${slug === undefined ? '' : `${slug}/`}`;
}
