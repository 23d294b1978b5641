import type { SearchSchemaInput } from '@tanstack/react-router';
import { parseAsOf } from '../anecdote/as-of.ts';

/** The search parameters of a screen that can show the journal as it was: the instant, nothing for now. */
export type PastParams = { as_of?: string | undefined };

export function validatePast(params: PastParams & SearchSchemaInput): PastParams {
  const as_of = parseAsOf(params.as_of);
  return as_of === undefined ? {} : { as_of };
}
