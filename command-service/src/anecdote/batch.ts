import { type BatchItem, CreateAnecdote, type Position, Problem, validationProblem } from '@anecdotes/contracts';
import type { Attribution } from '../handle-command.ts';
import { type AnecdoteDependencies, createAnecdote } from './commands.ts';
import { viewOf } from './view.ts';

/**
 * Makes an anecdote of each item, all at the same time; each is judged alone and answered in its place. `position` is
 * that of the last one made. Throws only when the log cannot be reached.
 */
export async function createAnecdotes(
  deps: AnecdoteDependencies,
  attribution: Attribution,
  items: readonly unknown[],
): Promise<{ answers: BatchItem[]; position: Position }> {
  const outcomes = await Promise.all(items.map((item, index) => createOne(deps, attribution, item, index)));
  let last: Position = 0n;
  for (const { position } of outcomes) if (position > last) last = position;
  return { answers: outcomes.map((outcome) => outcome.answer), position: last };
}

async function createOne(
  deps: AnecdoteDependencies,
  attribution: Attribution,
  item: unknown,
  index: number,
): Promise<{ answer: BatchItem; position: Position }> {
  try {
    const fields = CreateAnecdote.safeParse(item);
    if (!fields.success) throw validationProblem(fields.error);
    const { id, state, revision, position } = await createAnecdote(deps, attribution, fields.data, index);
    return { answer: { success: true, data: viewOf(id, state, revision, state.owner) }, position };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 401) throw error;
    const { fields } = error.details;
    const { code, message } = error;
    return { answer: { success: false, error: { code, message, ...(fields && { fields }) } }, position: 0n };
  }
}
