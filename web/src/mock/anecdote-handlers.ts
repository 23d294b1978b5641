import {
  type AnecdoteView,
  CreateAnecdote,
  EditAnecdote,
  LinkAnecdote,
  Problem,
  type ReactionsView,
  ReactSameHere,
  succeed,
} from '@anecdotes/contracts';
import type { AnecdoteCommand } from '../../../command-service/src/anecdote/decider.ts';
import { changed, viewOf } from './anecdotes.ts';
import { paths } from './call.ts';
import type { Mock } from './context.ts';
import type { Answer, Call } from './handle.ts';
import type { MockAnecdote } from './tables.ts';

/** The calls that change anecdotes. */
export function anecdoteHandlers(mock: Mock) {
  const api = paths(mock);
  const reacting = (type: 'ReactSameHere' | 'WithdrawSameHere') => (call: Call) => {
    call.input(ReactSameHere.nullish());
    const anecdote = change(call, { type });
    return { envelope: succeed({ success: true, ...reactionsOf(anecdote) }, call.now), headers: etag(anecdote) };
  };
  const answering = (commandOf: (call: Call) => AnecdoteCommand) => (call: Call) =>
    anecdoteAnswer(change(call, commandOf(call)), call);

  return [
    api.post('/anecdotes', (call) => ({
      ...created(change(call, { type: 'CreateAnecdote', fields: call.input(CreateAnecdote) }), call),
      status: 201,
    })),
    api.put(
      '/anecdotes/:id',
      answering((call) => ({ type: 'EditAnecdote', fields: call.input(EditAnecdote) })),
    ),
    api.put(
      '/anecdotes/:id/parent',
      answering((call) => ({ type: 'LinkAnecdote', parent: call.input(LinkAnecdote).parent })),
    ),
    api.delete(
      '/anecdotes/:id/parent',
      answering(() => ({ type: 'UnlinkAnecdote' })),
    ),
    api.delete('/anecdotes/:id', (call) => {
      const { id } = change(call, { type: 'DeleteAnecdote' });
      return { envelope: succeed({ id }, call.now) };
    }),
    api.post(
      '/anecdotes/:id/restore',
      answering(() => ({ type: 'RestoreAnecdote' })),
    ),
    api.post('/anecdotes/:id/react', reacting('ReactSameHere')),
    api.delete('/anecdotes/:id/react', reacting('WithdrawSameHere')),
  ];
}

/** The caller's own anecdotes, and whose they are. */
export function journalOf({ mock, caller }: Call) {
  const { account } = caller().account;
  return { account, ...mock.tables.anecdotes(account) };
}

/** Carries out `command` on the anecdote that the path names, or makes one. Throws the refusal, REVISION_CONFLICT. */
export function change(call: Call, command: AnecdoteCommand): MockAnecdote {
  const { account, all, replace } = journalOf(call);
  const before = call.params.id === undefined ? undefined : wanted(call);
  const after = changed(all(), account, command, call.now, before);
  replace(before ? all().map((each) => (each === before ? after : each)) : [...all(), after]);
  return after;
}

/** The anecdote that a path names, also a deleted one, at the revision that `If-Match` names. */
export function wanted(call: Call): MockAnecdote {
  const id = call.params.id?.toLowerCase();
  const found = journalOf(call)
    .all()
    .find((anecdote) => anecdote.id === id);
  if (found === undefined) throw new Problem('ANECDOTE_NOT_FOUND');
  const ifMatch = call.request.headers.get('if-match') ?? '*';
  if (ifMatch === '*' || ifMatch === `"${found.revision}"`) return found;
  if (/^"\d{1,15}"$/.test(ifMatch)) throw new Problem('REVISION_CONFLICT', { revision: found.revision });
  throw new Problem('MALFORMED_REQUEST', { message: 'If-Match must be "<revision>"' });
}

/** The anecdote's reactions. */
export function reactionsOf({ reaction_count: count, user_reacted }: AnecdoteView): ReactionsView {
  return { reaction_type: 'same_here', count, user_reacted };
}

/** The answer that tells of a new anecdote. */
export function created(anecdote: MockAnecdote, call: Call) {
  const { envelope, headers } = anecdoteAnswer(anecdote, call);
  return { envelope, headers: { ...headers, location: `/api/anecdotes/${anecdote.id}` } };
}

function anecdoteAnswer(anecdote: MockAnecdote, { now }: Call) {
  return { envelope: succeed<AnecdoteView>(viewOf(anecdote), now), headers: etag(anecdote) } satisfies Answer;
}

function etag({ revision }: MockAnecdote) {
  return { etag: `"${revision}"` };
}
