import { foldText, type SearchedAnecdote, wordListOf } from '@anecdotes/contracts';

/** Stands for words that are not listed: of a very long text, or very long themselves. No word begins so. */
export const UNLISTED = '…';

/** How a whole tag, folded, stands among the words. */
export function tagWord(tag: string): string {
  return `#${tag}`;
}

/** What an anecdote is found by in the index of words: its different words, its whole tags, and whether these are all. */
export function indexedWordsOf(content: SearchedAnecdote): string[] {
  const { words, isWhole } = wordListOf(content);
  const tags = content.tags.map((tag) => tagWord(foldText(tag)));
  return [...words, ...new Set(tags), ...(isWhole ? [] : [UNLISTED])];
}
