import {
  type BatchChange,
  type BatchItem,
  CreateAnecdote,
  CreateAnecdotes,
  DeleteAnecdotes,
  describeIssue,
  limits,
  NoParameters,
  Problem,
  RESTORE_PERIOD_MS,
  RestoreAnecdotes,
  type SamplesView,
  succeed,
  validationProblem,
} from '@anecdotes/contracts';
import { journalOf } from './anecdote-handlers.ts';
import { changed, viewOf } from './anecdotes.ts';
import { paths } from './call.ts';
import type { Mock } from './context.ts';
import type { Call } from './handle.ts';
import type { MockAnecdote } from './tables.ts';

/** The calls about many anecdotes at once, and about samples. They come before those with an id. */
export function batchHandlers(mock: Mock) {
  const api = paths(mock);
  return [
    api.post('/anecdotes/batch', (call) => {
      const { anecdotes: items, operation } = call.input(CreateAnecdotes);
      const { account, all, replace } = journalOf(call);
      const journal = all();
      const made: MockAnecdote[] = [];
      const create = (item: unknown): BatchItem => {
        const { data: fields, error } = CreateAnecdote.safeParse(item, describeIssue);
        if (error) throw validationProblem(error);
        const anecdote = changed(journal, account, { type: 'CreateAnecdote', fields }, call.now);
        made.push({ ...anecdote, is_sample: operation?.kind === 'sample-data' });
        return { success: true, data: viewOf(anecdote) };
      };
      const answers = items.map((item) => judged(() => create(item)));
      replace([...journal, ...made]);
      return { envelope: succeed<BatchItem[]>(answers, call.now) };
    }),

    api.post('/anecdotes/batch/delete', (call) => {
      const { ids, operation } = call.input(DeleteAnecdotes);
      const removal = operation?.kind === 'sample-data' ? operation.id : null;
      return changeAll(call, ids, 'DeleteAnecdote', ({ is_sample }) => (is_sample ? removal : null));
    }),
    api.post('/anecdotes/batch/restore', (call) =>
      changeAll(call, call.input(RestoreAnecdotes).ids, 'RestoreAnecdote', () => null),
    ),

    api.get('/anecdotes/samples', (call) => {
      call.query(NoParameters);
      return { envelope: succeed<SamplesView>(samplesOf(journalOf(call).all(), call.now)) };
    }),
  ];
}

/** Carries out the command on each of `ids`; `removalOf` tells which removal of samples a change is part of. */
function changeAll(
  call: Call,
  ids: readonly string[],
  type: 'DeleteAnecdote' | 'RestoreAnecdote',
  removalOf: (before: MockAnecdote) => string | null,
) {
  const { account, all, replace } = journalOf(call);
  const byId = new Map(all().map((anecdote) => [anecdote.id, anecdote]));
  const changeOne = (id: string): BatchChange => {
    const before = byId.get(id);
    if (before === undefined) throw new Problem('ANECDOTE_NOT_FOUND');
    const after = changed([], account, { type }, call.now, before);
    if (after.revision > before.revision) byId.set(id, { ...after, removal: removalOf(before) });
    return { success: true, data: { id } };
  };
  const answers = ids.map((id) => judged(() => changeOne(id.toLowerCase())));
  replace([...byId.values()]);
  return { envelope: succeed<BatchChange[]>(answers, call.now) };
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

function samplesOf(all: readonly MockAnecdote[], now: Date): SamplesView {
  const live = all.filter(({ deleted_at }) => deleted_at === null);
  const samples = live.filter(({ is_sample }) => is_sample);
  const since = new Date(now.getTime() - RESTORE_PERIOD_MS).toISOString();
  const removed = all.filter(
    ({ removal, deleted_at }) => removal !== null && deleted_at !== null && deleted_at >= since,
  );
  return { ...listed(samples), others: live.length - samples.length, removal: lastRemoval(removed) };
}

function lastRemoval(removed: readonly MockAnecdote[]): SamplesView['removal'] {
  const [last] = removed.toSorted((a, b) => ((a.deleted_at ?? '') < (b.deleted_at ?? '') ? 1 : -1));
  if (!last?.removal || last.deleted_at === null) return null;
  const { removal: id, deleted_at: at } = last;
  return { id, at, ...listed(removed.filter(({ removal }) => removal === id)) };
}

function listed(anecdotes: readonly MockAnecdote[]): Pick<SamplesView, 'count' | 'ids'> {
  const ids = anecdotes.map(({ id }) => id).sort();
  return { count: ids.length, ids: ids.slice(0, limits.batch) };
}
