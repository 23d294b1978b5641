import {
  type BatchChange,
  type BatchItem,
  CreateAnecdote,
  CreateAnecdotes,
  DeleteAnecdotes,
  limits,
  NoParameters,
  Problem,
  RestoreAnecdotes,
  type SamplesView,
} from '@anecdotes/contracts';
import { type Answer, type Call, parsed, type Routes } from './call.ts';
import { changed, isLive, journalOf, restorableSince, viewOf } from './journal.ts';
import { sortBy } from './sort.ts';
import type { MockAnecdote } from './tables.ts';

/** The calls about many anecdotes at once, and about samples. They come before those with an id. */
export const batchRoutes: Routes = {
  'post /anecdotes/batch': (call) => {
    const { anecdotes: items, operation } = call.input(CreateAnecdotes);
    const journal = journalOf(call);
    const made: MockAnecdote[] = [];
    const data = items.map((item) =>
      judged((): BatchItem => {
        const anecdote = changed(journal, { type: 'CreateAnecdote', fields: parsed(CreateAnecdote, item) });
        made.push({ ...anecdote, is_sample: operation?.kind === 'sample-data' });
        return { success: true, data: viewOf(anecdote) };
      }),
    );
    journal.put(...made);
    return { data };
  },

  'post /anecdotes/batch/delete': (call) => {
    const { ids, operation } = call.input(DeleteAnecdotes);
    const removal = operation?.kind === 'sample-data' ? { id: operation.id, at: call.now.toISOString() } : undefined;
    return changeAll(call, ids, 'DeleteAnecdote', removal);
  },

  'post /anecdotes/batch/restore': (call) => changeAll(call, call.input(RestoreAnecdotes).ids, 'RestoreAnecdote'),

  'get /anecdotes/samples': (call) => {
    call.query(NoParameters);
    const { anecdotes, now } = journalOf(call);
    return { data: samplesOf(anecdotes, now) };
  },
};

/** Carries out the command on each of `ids`; a sample that it changed tells which `removal` that was part of. */
function changeAll(
  call: Call,
  ids: readonly string[],
  type: 'DeleteAnecdote' | 'RestoreAnecdote',
  removal?: MockAnecdote['removal'],
): Answer {
  const journal = journalOf(call);
  const byId = new Map<string, MockAnecdote>(journal.anecdotes.map((anecdote) => [anecdote.id, anecdote]));
  const data = ids.map((id) =>
    judged((): BatchChange => {
      const before = byId.get(id.toLowerCase());
      if (before === undefined) throw new Problem('ANECDOTE_NOT_FOUND');
      const after = changed(journal, { type }, before);
      if (after.revision > before.revision)
        byId.set(after.id, { ...after, ...(after.is_sample && removal && { removal }) });
      return { success: true, data: { id: before.id } };
    }),
  );
  journal.put(...byId.values());
  return { data };
}

/** A refusal becomes the answer of its item. */
function judged<Item>(run: () => Item): Item | Extract<BatchItem, { success: false }> {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message } = error;
    const { fields } = error.details;
    return { success: false, error: { code, message, ...(fields && { fields }) } };
  }
}

function samplesOf(anecdotes: readonly MockAnecdote[], now: Date): SamplesView {
  const live = anecdotes.filter(isLive);
  const samples = live.filter(({ is_sample }) => is_sample);
  const removed = anecdotes.filter(({ removal }) => removal && removal.at >= restorableSince(now));
  const [last] = sortBy(removed, 'desc', ({ removal }) => [removal?.at ?? '']);
  const withLast = removed.filter(({ removal }) => removal?.id === last?.removal?.id);
  return {
    ...listed(samples),
    others: live.length - samples.length,
    removal: last?.removal ? { ...last.removal, ...listed(withLast) } : null,
  };
}

function listed(anecdotes: readonly MockAnecdote[]): Pick<SamplesView, 'count' | 'ids'> {
  const ids = anecdotes.map(({ id }) => id).sort();
  return { count: ids.length, ids: ids.slice(0, limits.batch) };
}
