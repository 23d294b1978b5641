import type { AnecdoteView, RelatedReason } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import { strings as common } from '../lib/strings.ts';
import { type RelatedTo, relatedQuery } from './related.ts';
import { type Highlight, useHits } from './search.ts';
import { anecdoteStrings } from './strings.ts';

const RESULTS = 10;

/** An anecdote to connect to, with the ranges that match the search and the reasons why it looks related. */
export type ConnectionChoice = AnecdoteView & {
  highlights?: readonly Highlight[];
  reasons?: readonly RelatedReason[];
};

/** The anecdotes that a connection dialog offers. */
export type ConnectionOffers = {
  /** True if the choices are search results, false if they are related anecdotes. */
  isSearch: boolean;
  choices: readonly ConnectionChoice[];
  /** The message shown when there is no list. */
  status: string;
  /** Suggested corrections of the search. */
  suggestions: readonly string[];
  failed: boolean;
};

/**
 * Offers anecdotes related to `to` while nothing is typed, otherwise search results without the anecdote `self` and its
 * children. Results that are also related carry the reasons.
 */
export function useConnectionOffers(
  typed: string,
  to: RelatedTo | undefined,
  self: string | undefined,
): ConnectionOffers {
  const related = useQuery(relatedQuery(to));
  const { hits, suggestions, isSearching, failed } = useHits(typed, RESULTS);
  const relatedChoices =
    related.data?.map(({ anecdote, reasons }): ConnectionChoice => ({ ...anecdote, reasons })) ?? [];
  if (typed.trim() === '') {
    const isKnown = related.data !== undefined || related.error !== null;
    const status = isKnown ? anecdoteStrings.connect.noneRelated : common.common.searching;
    return {
      isSearch: false,
      choices: relatedChoices,
      status: relatedChoices.length > 0 ? '' : status,
      suggestions: [],
      failed: false,
    };
  }
  const reasons = new Map(relatedChoices.map(({ id, reasons }) => [id, reasons]));
  const choices = hits
    .filter(({ anecdote }) => self === undefined || (anecdote.id !== self && anecdote.connected_to !== self))
    .map(({ anecdote, highlights }): ConnectionChoice => {
      const why = reasons.get(anecdote.id);
      return { ...anecdote, highlights, ...(why && { reasons: why }) };
    });
  const outcome = choices.length === 0 ? common.common.noneFound : '';
  return {
    isSearch: true,
    choices,
    status: isSearching ? common.common.searching : outcome,
    suggestions: isSearching ? [] : suggestions,
    failed: failed && !isSearching,
  };
}
