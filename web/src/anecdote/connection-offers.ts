import type { AnecdoteView, RelatedReason } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import { strings as common } from '../lib/strings.ts';
import { type RelatedTo, relatedQuery } from './related.ts';
import { type Highlight, useHits } from './search.ts';
import { anecdoteStrings } from './strings.ts';

const RESULTS = 10;

/** An anecdote that another one can be connected to: where it has what was searched for, and why it looks related. */
export type Choice = Pick<AnecdoteView, 'id' | 'description' | 'timestamp'> & {
  highlights?: readonly Highlight[];
  reasons?: readonly RelatedReason[];
};

/** What a chooser of anecdotes offers. */
export type Offers = {
  /** True for what a search found, false for what looks related. */
  isSearch: boolean;
  choices: readonly Choice[];
  /** What is said in place of a list that is not there. */
  status: string;
  /** Words that may have been meant. */
  meant: readonly string[];
  failed: boolean;
};

/**
 * Offers what looks related to `to` as long as nothing is typed, else what a search finds: never the anecdote `self` nor
 * what continues it. What is found and looks related too says why.
 */
export function useConnectionOffers(typed: string, to: RelatedTo | undefined, self: string | undefined): Offers {
  const related = useQuery(relatedQuery(to));
  const { hits, suggestions, isSearching, failed } = useHits(typed, RESULTS);
  const relatedChoices = related.data?.map(({ anecdote, reasons }): Choice => ({ ...anecdote, reasons })) ?? [];
  if (typed.trim() === '') {
    const isKnown = related.data !== undefined || related.error !== null;
    const status = isKnown ? anecdoteStrings.connect.noneRelated : common.common.searching;
    return {
      isSearch: false,
      choices: relatedChoices,
      status: relatedChoices.length > 0 ? '' : status,
      meant: [],
      failed: false,
    };
  }
  const reasons = new Map(relatedChoices.map(({ id, reasons }) => [id, reasons]));
  const choices = hits
    .filter(({ anecdote }) => self === undefined || (anecdote.id !== self && anecdote.connected_to !== self))
    .map(({ anecdote, highlights }): Choice => {
      const why = reasons.get(anecdote.id);
      return { ...anecdote, highlights, ...(why && { reasons: why }) };
    });
  const outcome = choices.length === 0 ? common.common.noneFound : '';
  return {
    isSearch: true,
    choices,
    status: isSearching ? common.common.searching : outcome,
    meant: isSearching ? [] : suggestions,
    failed: failed && !isSearching,
  };
}
