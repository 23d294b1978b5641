import {
  CreateAnecdote,
  CreateAnecdotes,
  DeleteAnecdotes,
  limits,
  NoParameters,
  type Operation,
  Problem,
  RestoreAnecdotes,
  type SamplesView,
} from '@anecdotes/contracts';
import { type Answer, type Call, parsed, type Routes } from './call.ts';
import { keepChanged } from './history.ts';
import { newId } from './ids.ts';
import { changed, isLive, type Journal, journalOf, requiredAnecdote, restorableSince, viewOf } from './journal.ts';
import { sortBy } from './sort.ts';
import type { MockAnecdote } from './tables.ts';

/** The calls about many anecdotes at once, and about sample data. They precede those with an id. */
export const batchRoutes: Routes = {
  'post /anecdotes/batch': (call) => {
    const { anecdotes: items, operation } = call.input(CreateAnecdotes);
    const create = (item: unknown, journal: Journal) => ({
      ...changed(journal, { type: 'CreateAnecdote', fields: parsed(CreateAnecdote, item) }),
      is_sample: operation?.kind === 'sample-data',
    });
    return decideEach(call, items, create, viewOf, operation ?? newOperation(call, 'batch'));
  },

  'post /anecdotes/batch/delete': (call) => {
    const { ids, operation } = call.input(DeleteAnecdotes);
    const removal = operation?.kind === 'sample-data' && { id: operation.id, at: call.now.toISOString() };
    const remove = (id: string, journal: Journal) => {
      const before = requiredAnecdote(call, journal, id);
      const after = changed(journal, { type: 'DeleteAnecdote' }, before);
      if (after.revision === before.revision) return before;
      return { ...after, ...(before.is_sample && removal && { removal }) };
    };
    return decideEach(call, ids, remove, ({ id }) => ({ id }), operation ?? newOperation(call, 'batch'));
  },

  'post /anecdotes/batch/restore': (call) => {
    const restore = (id: string, journal: Journal) =>
      changed(journal, { type: 'RestoreAnecdote' }, requiredAnecdote(call, journal, id));
    const { ids, operation } = call.input(RestoreAnecdotes);
    return decideEach(call, ids, restore, ({ id }) => ({ id }), operation ?? newOperation(call, 'restore'));
  },

  'get /anecdotes/samples': (call) => {
    call.query(NoParameters);
    const { anecdotes, now } = journalOf(call);
    return { data: samplesOf(anecdotes, now) };
  },
};

/** Decides each of `items` separately and stores the changes; a refusal becomes the answer for its item. */
export function decideEach<Item>(
  call: Call,
  items: readonly Item[],
  decide: (item: Item, journal: Journal) => MockAnecdote,
  answerOf: (anecdote: MockAnecdote) => unknown,
  operation: Operation,
): Answer {
  const journal = journalOf(call);
  const changes: MockAnecdote[] = [];
  const data = items.map((item) => {
    try {
      const after = decide(item, journal);
      changes.push(after);
      return { success: true, data: answerOf(after) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, message, details } = error;
      return { success: false, error: { code, message, ...(details.fields && { fields: details.fields }) } };
    }
  });
  const before = new Map(journal.anecdotes.map((anecdote) => [anecdote.id, anecdote]));
  keepChanged(
    call,
    changes.map((after) => ({ before: before.get(after.id), after })),
    operation,
  );
  return { data };
}

export function newOperation({ now }: Call, kind: Operation['kind']): Operation {
  return { id: newId(now), kind };
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
