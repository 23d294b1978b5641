import { limits } from '@anecdotes/contracts';
import { parseTags } from './tags.ts';

/** True for a tag that is not too long to be stored. */
export function isShortEnough(tag: string): boolean {
  return [...tag].length <= limits.tag;
}

/** The error message if a tag in `input` is too long. */
export function tagProblem(input: string): string | undefined {
  return parseTags(input).every(isShortEnough) ? undefined : `A tag must be at most ${limits.tag} characters`;
}
