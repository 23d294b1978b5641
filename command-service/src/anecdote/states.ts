import {
  type AnecdoteId,
  type JournalEvent,
  type Position,
  type Recorded,
  type StoredEvent,
  streams,
} from '@anecdotes/contracts';
import { openEvents } from '@anecdotes/contracts/server/crypto/journal-codec';
import type { CommandDependencies } from '../handle-command.ts';
import { type AnecdoteState, anecdoteDecider } from './decider.ts';

/** An event of an anecdote, with the anecdote before and after it. */
type Change = { readonly event: StoredEvent; readonly before: AnecdoteState; readonly after: AnecdoteState };

const PAGE = 100;

/**
 * The events of an anecdote after position `emptiedAt`, in order, each with the states around it. After an event of an
 * erased person or anecdote, the anecdote is absent. Throws UnreadableEvent and MissingKey.
 */
export async function* statesOf(
  { log, keys }: Pick<CommandDependencies, 'log' | 'keys'>,
  id: AnecdoteId,
  emptiedAt: Position = 0n,
): AsyncGenerator<Change, void, void> {
  let after: AnecdoteState = anecdoteDecider.initial;
  for (let from = 0; ; from += PAGE) {
    const page = await log.readStream(streams.anecdote(id), { from, limit: PAGE });
    const events = page.filter(({ position }) => position > emptiedAt);
    const opened = await openEvents(events, keys);
    for (const [index, event] of events.entries()) {
      const found = opened[index] ?? 'erased';
      if (found instanceof Error) throw found;
      const before = after;
      after = found === 'erased' ? anecdoteDecider.initial : evolve(before, found);
      yield { event, before, after };
    }
    if (page.length < PAGE) return;
  }
}

/** The cast is safe, because the stream of an anecdote holds only events of anecdotes. */
function evolve(state: AnecdoteState, { type, data, metadata }: Recorded<JournalEvent>): AnecdoteState {
  return anecdoteDecider.evolve(state, { type, data, at: metadata.at } as Parameters<typeof anecdoteDecider.evolve>[1]);
}
