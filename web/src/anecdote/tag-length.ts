import { limits } from '@anecdotes/contracts';

/** True for a tag that is not too long to be stored. */
export function isShortEnough(tag: string): boolean {
  return [...tag].length <= limits.tag;
}

/** The error message if one of `tags` is too long. */
export function tagProblem(tags: readonly string[]): string | undefined {
  return tags.every(isShortEnough) ? undefined : `A tag must be at most ${limits.tag} characters`;
}
