import {
  DeleteTag,
  limits,
  NoParameters,
  normaliseTag,
  type OperationView,
  Problem,
  RenameTag,
  type TagChange,
  TaggedParameters,
  type TagPage,
  TagParameters,
} from '@anecdotes/contracts';
import type { AnecdoteCommand } from '../../../command-service/src/anecdote/decider.ts';
import type { Answer, Body, Call, Routes } from './call.ts';
import { countedTags, tagStatistics } from './figures.ts';
import { keepChanged } from './history.ts';
import { newId } from './ids.ts';
import { changed, contentOf, isLive, journalOf, liveOf } from './journal.ts';
import { pageAfter } from './page-after.ts';
import { sortBy } from './sort.ts';
import type { MockAnecdote, MockOperation } from './tables.ts';

const MAX_SHOWN = 20;

/** The queries about tags, and the operations on them, which the mock service completes at once. */
export const tagRoutes: Routes = {
  'get /tags': (call) => tagPage(call, call.query(TagParameters)),
  'get /tags/stats': (call) => ({ data: tagStatistics(liveOf(call)) }),
  'get /tags/anecdotes': (call) => {
    const { tag } = call.query(TaggedParameters);
    const tagged = liveOf(call).filter(({ tags }) => tags.includes(tag));
    const ids = sortBy(tagged, 'desc', ({ timestamp }) => [timestamp]).map(({ id }) => id);
    return { data: { ids: ids.slice(0, limits.operation), totalCount: ids.length } };
  },

  'post /tags/rename': (call) => {
    const { from, to, anecdotes } = call.input(RenameTag);
    const replace = () => ({ type: 'ReplaceTag', tag: from, by: to }) as const;
    return operate(call, { kind: 'tags', undoes: null, change: { from, to } }, anecdotes, replace);
  },
  'post /tags/delete': (call) => {
    const { tag, anecdotes } = call.input(DeleteTag);
    const replace = () => ({ type: 'ReplaceTag', tag, by: null }) as const;
    return operate(call, { kind: 'tags', undoes: null, change: { from: tag, to: null } }, anecdotes, replace);
  },

  'get /operations': (call) => {
    call.query(NoParameters);
    return { data: operationsOf(call).slice(0, MAX_SHOWN).map(shown(call)) };
  },
  'post /operations/:id/undo': (call) => {
    const undone = operationsOf(call).find(({ id }) => id === call.params.id?.toLowerCase());
    if (undone === undefined) throw new Problem('OPERATION_NOT_FOUND');
    const undoing = operationsOf(call).find(({ undoes }) => undoes === undone.id);
    if (undoing !== undefined) return { data: shown(call)(undoing) };
    const changes = new Map(undone.changes.map((change) => [change.id, change]));
    const undo = ({ id, ...anecdote }: MockAnecdote) => {
      const { before = [], after = [] } = changes.get(id) ?? {};
      const content = contentOf({ id, ...anecdote });
      const change = { before: { ...content, tags: before }, after: { ...content, tags: after } };
      return { type: 'UndoChanges', changes: [change] } as const;
    };
    const { change } = undone;
    if (change === null) throw new Problem('OPERATION_NOT_FOUND');
    return operate(call, { kind: 'undo', undoes: undone.id, change }, undone.asked, undo);
  },
};

function tagPage(call: Call, { search_term, limit, cursor, sort_by, sort_order }: TagParameters): Body<TagPage> {
  const term = normaliseTag(search_term ?? '');
  const named = sortBy(countedTags(liveOf(call)), 'asc', ({ name }) => [name]).filter(({ name }) =>
    name.includes(term),
  );
  const key = sort_by === 'last_used' ? 'lastUsed' : sort_by;
  const tags = sortBy(named, sort_order, (tag) => [tag[key]]);
  const list = JSON.stringify([term, sort_by, sort_order]);
  const { data, pagination } = pageAfter(tags, { cursor, limit }, ({ name }) => `${name} ${list}`);
  return { data, pagination: { ...pagination, totalCount: tags.length }, totalCount: tags.length };
}

/** The caller's operations, newest first. */
function operationsOf(call: Call): readonly MockOperation[] {
  const { account } = journalOf(call);
  const all = call.tables.operations.all();
  return all.filter((operation) => operation.account === account).toReversed();
}

/** Applies a change to all anecdotes in `asked` that it changes, and stores the operation. */
function operate(
  call: Call,
  operation: Pick<OperationView, 'kind' | 'undoes'> & { change: TagChange },
  asked: readonly string[],
  commandFor: (anecdote: MockAnecdote) => Extract<AnecdoteCommand, { type: 'ReplaceTag' | 'UndoChanges' }>,
): Answer {
  const journal = journalOf(call);
  const ids = [...new Set(asked)];
  const before = new Map(journal.anecdotes.filter(isLive).map((anecdote) => [anecdote.id as string, anecdote]));
  const after = ids.flatMap((id): MockAnecdote[] => {
    const known = before.get(id);
    const next = known && changed(journal, commandFor(known), known);
    return next === undefined || next.revision === known?.revision ? [] : [next];
  });
  const id = newId(call.now);
  const changes = after.map((next) => ({ before: before.get(next.id), after: next }));
  keepChanged(call, changes, { id, kind: operation.kind });
  const done: MockOperation = {
    id,
    ...operation,
    file: null,
    status: 'done',
    total: ids.length,
    done: ids.length,
    changed: after.length,
    failed: 0,
    position: String(call.tables.position()),
    started_at: call.now.toISOString(),
    undone_by: null,
    account: journal.account,
    asked: ids,
    changes: after.map(({ id, tags }) => ({ id, before: before.get(id)?.tags ?? [], after: tags })),
  };
  call.tables.operations.put(done);
  return { data: shown(call)(done) };
}

/** Returns a function that maps an operation to its form in answers. */
function shown(call: Call) {
  return ({ account: _a, asked: _i, changes: _c, ...view }: MockOperation): OperationView => ({
    ...view,
    undone_by: operationsOf(call).find(({ undoes }) => undoes === view.id)?.id ?? null,
  });
}
