import type { SearchSchemaInput } from '@tanstack/react-router';
import { instantOf } from '../lib/search-params.ts';

/** The search parameters of a screen that can show the journal as it was: the instant, nothing for now. */
export type PastParams = { as_of?: string | undefined };

export function validatePast(params: PastParams & SearchSchemaInput): PastParams {
  const as_of = instantOf(params.as_of);
  return as_of === undefined ? {} : { as_of };
}

/** From one of these screens to another the instant stays, unless it is named or taken out. */
export function staysInThePast<Params extends PastParams>(from: {
  search: Params;
  next: (search: Params) => Params;
}): Params {
  const { as_of } = from.search;
  return { ...(as_of && { as_of }), ...from.next(from.search) };
}
