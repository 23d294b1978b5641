import {
  type AnecdoteView,
  CreateAnecdote,
  EditAnecdote,
  LinkAnecdote,
  type ReactionsView,
  ReactSameHere,
} from '@anecdotes/contracts';
import type { AnecdoteCommand } from '../../../command-service/src/anecdote/decider.ts';
import type { Answer, Call, Routes } from './call.ts';
import { keepChanged } from './history.ts';
import { changed, journalOf, requiredAnecdote, viewOf } from './journal.ts';
import type { MockAnecdote } from './tables.ts';

/** The calls that change one anecdote. */
export const anecdoteRoutes: Routes = {
  'post /anecdotes': (call) => created(change(call, { type: 'CreateAnecdote', fields: call.input(CreateAnecdote) })),
  'put /anecdotes/:id': (call) => shown(change(call, { type: 'EditAnecdote', fields: call.input(EditAnecdote) })),
  'put /anecdotes/:id/parent': (call) =>
    shown(change(call, { type: 'LinkAnecdote', parent: call.input(LinkAnecdote).parent })),
  'delete /anecdotes/:id/parent': (call) => shown(change(call, { type: 'UnlinkAnecdote' })),
  'delete /anecdotes/:id': (call) => ({ data: { id: change(call, { type: 'DeleteAnecdote' }).id } }),
  'post /anecdotes/:id/restore': (call) => shown(change(call, { type: 'RestoreAnecdote' })),
  'post /anecdotes/:id/erase': (call) => {
    call.member();
    const journal = journalOf(call);
    const { id } = requiredAnecdote(call, journal, call.params.id ?? '');
    journal.remove(id);
    return { data: { id, is_whole: true } };
  },
  'post /anecdotes/:id/react': (call) => react(call, 'ReactSameHere'),
  'delete /anecdotes/:id/react': (call) => react(call, 'WithdrawSameHere'),
};

/** Executes `command` on the anecdote in the path, or on a new one. Throws the refusal or REVISION_CONFLICT. */
export function change(call: Call, command: AnecdoteCommand): MockAnecdote {
  const journal = journalOf(call);
  const { id } = call.params;
  const before = id === undefined ? undefined : requiredAnecdote(call, journal, id);
  const after = changed(journal, command, before);
  if (after.revision !== before?.revision) keepChanged(call, [{ before, after }]);
  return after;
}

/** The answer with an anecdote. */
function shown(anecdote: MockAnecdote): Answer & { data: AnecdoteView } {
  return { data: viewOf(anecdote), headers: { etag: `"${anecdote.revision}"` } };
}

/** The answer with a new anecdote. */
export function created(anecdote: MockAnecdote): Answer {
  const { data, headers } = shown(anecdote);
  return { data, status: 201, headers: { ...headers, location: `/api/anecdotes/${anecdote.id}` } };
}

/** The anecdote's reactions. */
export function reactionsOf({ reaction_count: count, user_reacted }: AnecdoteView): ReactionsView {
  return { reaction_type: 'same_here', count, user_reacted };
}

function react(call: Call, type: 'ReactSameHere' | 'WithdrawSameHere'): Answer {
  call.input(ReactSameHere.nullish());
  const anecdote = change(call, { type });
  return { ...shown(anecdote), data: { success: true, ...reactionsOf(anecdote) } };
}
