import type { SearchSchemaInput } from '@tanstack/react-router';
import { instantOf, parseSearch } from '../lib/search-params.ts';

/** The search parameters of a screen that can show a past journal: its instant, missing for the present. */
export type PastParams = { as_of?: string | undefined };

export function validatePast(params: PastParams & SearchSchemaInput): PastParams {
  const as_of = instantOf(params.as_of);
  return as_of === undefined ? {} : { as_of };
}

/** Keeps the instant when navigating between these screens, unless the link sets or removes it. */
export function keepAsOf<Params extends PastParams>(from: {
  search: Params;
  next: (search: Params) => Params;
}): Params {
  const { as_of } = from.search;
  return { ...(as_of && { as_of }), ...from.next(from.search) };
}

/** Parses a query string without an invalid instant, which would stay: the router adds validated parameters to those given. */
export function parseSearchWithValidInstant(search: string): Record<string, string> {
  const { as_of, ...others } = parseSearch(search);
  return as_of !== undefined && instantOf(as_of) ? { ...others, as_of } : others;
}
