import { type AnecdoteId, type ContentChange, streams } from '@anecdotes/contracts';
import { openEvents } from '@anecdotes/contracts/server/crypto/journal-codec';
import { type AnecdoteState, anecdoteDecider } from '../anecdote/decider.ts';
import type { CommandDependencies } from '../handle-command.ts';

const PAGE = 100;

/**
 * The changes that the events of `operation` made to the content of an anecdote, oldest first. Throws UnreadableEvent
 * and MissingKey.
 */
export async function changesOf(
  { log, keys }: Pick<CommandDependencies, 'log' | 'keys'>,
  anecdote: AnecdoteId,
  operation: string,
): Promise<ContentChange[]> {
  const changes: ContentChange[] = [];
  let state: AnecdoteState = anecdoteDecider.initial;
  for (let from = 0; ; from += PAGE) {
    const page = await log.readStream(streams.anecdote(anecdote), { from, limit: PAGE });
    for (const opened of await openEvents(page, keys)) {
      if (opened instanceof Error) throw opened;
      const before = state;
      state = opened === 'erased' ? anecdoteDecider.initial : evolved(state, opened);
      if (opened === 'erased' || opened.metadata.operation?.id !== operation) continue;
      if (before.status === 'live' && state.status === 'live' && before.content !== state.content) {
        changes.push({ before: before.content, after: state.content });
      }
    }
    if (page.length < PAGE) return changes;
  }
}

type Opened = Exclude<Awaited<ReturnType<typeof openEvents>>[number], Error | 'erased'>;

/** The cast is safe, because the stream of an anecdote holds only events of anecdotes. */
function evolved(state: AnecdoteState, { type, data, metadata }: Opened): AnecdoteState {
  return anecdoteDecider.evolve(state, { type, data, at: metadata.at } as Parameters<typeof anecdoteDecider.evolve>[1]);
}
