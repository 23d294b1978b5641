import {
  type AnecdoteId,
  type AnecdoteView,
  CreateAnecdote,
  EditAnecdote,
  LinkAnecdote,
  Problem,
  type ReactionsView,
  ReactSameHere,
  succeed,
} from '@anecdotes/contracts';
import { deleted, edited, made, reacted, restored, viewOf } from './anecdote-rules.ts';
import { type Answer, type Call, paths } from './call.ts';
import type { Mock } from './mock.ts';
import type { MockAnecdote } from './tables.ts';

/** The calls that change anecdotes. */
export function anecdoteHandlers(mock: Mock) {
  const api = paths(mock);
  return [
    api.post('/anecdotes', (call) => {
      const fields = call.input(CreateAnecdote);
      const journal = journalOf(call);
      const anecdote = made(journal.all(), fields, call.now);
      journal.replace([...journal.all(), anecdote]);
      const answer = anecdoteAnswer(anecdote, call);
      return { ...answer, status: 201, headers: { ...answer.headers, location: `/api/anecdotes/${anecdote.id}` } };
    }),

    api.put('/anecdotes/:id', (call) => {
      const fields = call.input(EditAnecdote);
      const before = wanted(call);
      return anecdoteAnswer(put(call, edited(journalOf(call).all(), before, fields, call.now)), call);
    }),

    api.put('/anecdotes/:id/parent', (call) => linked(call, call.input(LinkAnecdote).parent)),
    api.delete('/anecdotes/:id/parent', (call) => linked(call, null)),

    api.delete('/anecdotes/:id', (call) => {
      const { id } = put(call, deleted(wanted(call, { deletedToo: true }), call.now));
      return { envelope: succeed({ id }, call.now) };
    }),

    api.post('/anecdotes/:id/restore', (call) =>
      anecdoteAnswer(put(call, restored(wanted(call, { deletedToo: true }), call.now)), call),
    ),

    api.post('/anecdotes/:id/react', (call) => {
      call.input(ReactSameHere.nullish());
      return reactionAnswer(put(call, reacted(wanted(call), true)), call);
    }),

    api.delete('/anecdotes/:id/react', (call) => {
      call.input(ReactSameHere.nullish());
      return reactionAnswer(put(call, reacted(wanted(call), false)), call);
    }),
  ];
}

function linked(call: Call, connected_to: AnecdoteId | null): Answer {
  const before = wanted(call);
  return anecdoteAnswer(put(call, edited(journalOf(call).all(), before, { connected_to }, call.now)), call);
}

/** The caller's own anecdotes. */
export function journalOf({ mock, caller }: Call) {
  return mock.tables.anecdotes(caller().account.id);
}

/** The anecdote that a path names, at the revision the caller has seen. Throws ANECDOTE_NOT_FOUND, REVISION_CONFLICT. */
export function wanted(call: Call, { deletedToo = false } = {}): MockAnecdote {
  const id = call.params.id?.toLowerCase();
  const found = journalOf(call)
    .all()
    .find((anecdote) => anecdote.id === id && (deletedToo || anecdote.deleted_at === null));
  if (found === undefined) throw new Problem('ANECDOTE_NOT_FOUND');
  const seen = revisionOf(call.request.headers.get('if-match'));
  if (seen !== undefined && seen !== found.revision) {
    throw new Problem('REVISION_CONFLICT', { revision: found.revision });
  }
  return found;
}

/** The anecdote's reactions. */
export function reactionsOf({ reaction_count: count, user_reacted }: AnecdoteView): ReactionsView {
  return { reaction_type: 'same_here', count, user_reacted };
}

function put(call: Call, changed: MockAnecdote): MockAnecdote {
  const journal = journalOf(call);
  journal.replace(journal.all().map((anecdote) => (anecdote.id === changed.id ? changed : anecdote)));
  return changed;
}

function anecdoteAnswer(anecdote: MockAnecdote, { now }: Call): Answer {
  return { envelope: succeed<AnecdoteView>(viewOf(anecdote), now), headers: etag(anecdote) };
}

function reactionAnswer(anecdote: MockAnecdote, { now }: Call): Answer {
  return { envelope: succeed({ success: true, ...reactionsOf(anecdote) }, now), headers: etag(anecdote) };
}

function etag({ revision }: MockAnecdote) {
  return { etag: `"${revision}"` };
}

function revisionOf(ifMatch: string | null): number | undefined {
  if (ifMatch === null || ifMatch === '*') return undefined;
  const revision = /^"(\d{1,15})"$/.exec(ifMatch)?.[1];
  if (revision === undefined) throw new Problem('MALFORMED_REQUEST', { message: 'If-Match must be "<revision>"' });
  return Number(revision);
}
