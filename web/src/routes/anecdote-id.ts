import { textOf } from '../lib/search-params.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** An id that nothing has. */
const NONE = '00000000-0000-0000-0000-000000000000';

/**
 * The id in an address, in lower case as in answers; undefined for another text, with which the path of a call could lead
 * to another call.
 */
function anecdoteId(value: unknown): string | undefined {
  const id = textOf(value).toLowerCase();
  return uuid.test(id) ? id : undefined;
}

/** The id in a search parameter; an id that nothing has for another text, and undefined without one. */
export function idOrNone(value: unknown): string | undefined {
  return textOf(value) === '' ? undefined : (anecdoteId(value) ?? NONE);
}

/** The parameters of a route with the id of an anecdote. */
export const anecdoteParams = {
  parse: ({ id }: { id: string }) => ({ id: anecdoteId(id) ?? NONE }),
};
