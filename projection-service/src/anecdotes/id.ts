import { Problem } from '@anecdotes/contracts';
import { z } from 'zod';

const Uuid = z.uuid().toLowerCase();

/** The id in the path of a request; one that cannot be one names nothing, like one that is not there. */
export function anecdoteIdOf(parameters: unknown): string {
  const id = Uuid.safeParse((parameters as { id?: unknown }).id);
  if (!id.success) throw new Problem('ANECDOTE_NOT_FOUND');
  return id.data;
}

/** Returns what was found; throws ANECDOTE_NOT_FOUND where there is nothing. */
export function found<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new Problem('ANECDOTE_NOT_FOUND');
  return answer;
}
