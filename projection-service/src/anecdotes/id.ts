import { Problem } from '@anecdotes/contracts';
import { z } from 'zod';

const Uuid = z.uuid().toLowerCase();

/**
 * The id in the path of a request. If it is not a UUID, throws ANECDOTE_NOT_FOUND, as for an anecdote that does not
 * exist.
 */
export function anecdoteIdOf(parameters: unknown): string {
  const id = Uuid.safeParse((parameters as { id?: unknown }).id);
  if (!id.success) throw new Problem('ANECDOTE_NOT_FOUND');
  return id.data;
}

/** Returns what was found; throws ANECDOTE_NOT_FOUND for undefined. */
export function found<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new Problem('ANECDOTE_NOT_FOUND');
  return answer;
}
