import type { SearchSchemaInput } from '@tanstack/react-router';
import { instantOf } from '../lib/search-params.ts';

/** The search parameters of a screen that can show a past journal: its instant, missing for the present. */
export type PastParams = { as_of?: string | undefined };

/** An invalid instant becomes undefined, which removes it: the router adds validated parameters to those given. */
export function validatePast({ as_of }: PastParams & SearchSchemaInput): PastParams {
  return as_of === undefined ? {} : { as_of: instantOf(as_of) };
}

/** Keeps the instant when navigating between these screens, unless the link sets or removes it. */
export function keepAsOf<Params extends PastParams>(from: {
  search: Params;
  next: (search: Params) => Params;
}): Params {
  const { as_of } = from.search;
  return { ...(as_of && { as_of }), ...from.next(from.search) };
}
