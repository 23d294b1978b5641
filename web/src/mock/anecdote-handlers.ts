import {
  type AnecdoteView,
  type BatchItem,
  CreateAnecdote,
  CreateAnecdotes,
  EditAnecdote,
  Problem,
  type ReactionsView,
  ReactSameHere,
  succeed,
  validationProblem,
} from '@anecdotes/contracts';
import { edited, made, reacted, restored, viewOf } from './anecdote-rules.ts';
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

    api.post('/anecdotes/batch', (call) => {
      const { anecdotes: items } = call.input(CreateAnecdotes);
      const journal = journalOf(call);
      const before = journal.all();
      const created: MockAnecdote[] = [];
      const answers = items.map((item): BatchItem => {
        try {
          const fields = CreateAnecdote.safeParse(item);
          if (!fields.success) throw validationProblem(fields.error);
          const anecdote = made(before, fields.data, call.now);
          created.push(anecdote);
          return { success: true, data: viewOf(anecdote) };
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          const { code, message } = error;
          const { fields } = error.details;
          return { success: false, error: { code, message, ...(fields && { fields }) } };
        }
      });
      journal.replace([...before, ...created]);
      return { envelope: succeed<BatchItem[]>(answers, call.now) };
    }),

    api.put('/anecdotes/:id', (call) => {
      const fields = call.input(EditAnecdote);
      const before = wanted(call);
      return anecdoteAnswer(put(call, edited(journalOf(call).all(), before, fields, call.now)), call);
    }),

    api.delete('/anecdotes/:id', (call) => {
      const before = wanted(call, { deletedToo: true });
      if (before.deleted_at === null) {
        put(call, { ...before, deleted_at: call.now.toISOString(), revision: before.revision + 1 });
      }
      return { envelope: succeed({ id: before.id }, call.now) };
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
