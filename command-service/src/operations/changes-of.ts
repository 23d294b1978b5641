import type { AnecdoteId, ContentChange } from '@anecdotes/contracts';
import { statesOf } from '../anecdote/states.ts';
import type { CommandDependencies } from '../handle-command.ts';

/**
 * The changes that the events of `operation` made to the content of an anecdote, oldest first. Throws UnreadableEvent
 * and MissingKey.
 */
export async function changesOf(
  deps: Pick<CommandDependencies, 'log' | 'keys'>,
  anecdote: AnecdoteId,
  operation: string,
): Promise<ContentChange[]> {
  const changes: ContentChange[] = [];
  for await (const { event, before, after } of statesOf(deps, anecdote)) {
    if (event.metadata.operation?.id !== operation || before.status !== 'live' || after.status !== 'live') continue;
    if (before.content !== after.content) changes.push({ before: before.content, after: after.content });
  }
  return changes;
}
