/** The public site, with which the addresses of posts begin. */
export const REDDIT = 'https://www.reddit.com';

/** A post of Reddit, as the parts of its address. */
export type PostAddress = {
  readonly subreddit: string;
  /** Lowercase, unique on the whole site. */
  readonly post: string;
  /** The words of the title in the address; undefined unless they are ASCII letters, digits, `_`, `%` and `-`. */
  readonly slug: string | undefined;
};

const LONGEST_ADDRESS = 2_048;

/*
 * The address is matched as a whole and as text, so that no URL parser interprets user names, ports, tabs or unusual
 * digits. Without the flag `u`, ignoring case never makes a non-ASCII letter match an ASCII one. Query and fragment are
 * allowed because share buttons add them.
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

/** The address of the post on the public site. */
export function publicAddressOf({ subreddit, post, slug }: PostAddress): string {
  return `${REDDIT}/r/${subreddit}/comments/${post}/${slug === undefined ? '' : `${slug}/`}`;
}
