import {
  type AccountId,
  type AnecdoteContent,
  AnecdoteId,
  type AnecdoteView,
  contentFields,
  Problem,
  RESTORE_PERIOD_MS,
} from '@anecdotes/contracts';
import {
  type AnecdoteCommand,
  type AnecdoteState,
  anecdoteDecider,
  type Parent,
} from '../../../command-service/src/anecdote/decider.ts';
import { execute } from './decide.ts';
import { newId } from './ids.ts';
import type { MockAnecdote } from './tables.ts';

type Journal = readonly MockAnecdote[];

/** What `command` makes of the anecdote `before`, or of none yet, in `journal` of `account`. Throws the refusal. */
export function changed(
  journal: Journal,
  account: AccountId,
  command: AnecdoteCommand,
  now: Date,
  before?: MockAnecdote,
): MockAnecdote {
  const id = AnecdoteId.parse(before?.id ?? newId(now));
  const parent = 'fields' in command ? command.fields.connected_to : 'parent' in command ? command.parent : null;
  const { events, state } = execute(anecdoteDecider, command, stateOf(before, account), {
    anecdote: id,
    account,
    now: now.toISOString(),
    restorableSince: new Date(now.getTime() - RESTORE_PERIOD_MS).toISOString(),
    parent: parentOf(journal, parent),
    isFull: false,
  });
  if (state.status === 'absent') throw new Problem('ANECDOTE_NOT_FOUND');
  return {
    id,
    ...state.content,
    connected_to: state.connectedTo,
    reaction_count: state.sameHere.size,
    user_reacted: state.sameHere.has(account),
    created_at: state.createdAt,
    updated_at: state.updatedAt,
    revision: (before?.revision ?? -1) + events.length,
    deleted_at: state.status === 'deleted' ? state.deletedAt : null,
    is_sample: before?.is_sample ?? false,
    removal: state.status === 'deleted' ? (before?.removal ?? null) : null,
  };
}

/** The anecdote as an answer shows it. */
export function viewOf({ deleted_at: _d, is_sample: _s, removal: _r, ...view }: MockAnecdote): AnecdoteView {
  return view;
}

function stateOf(row: MockAnecdote | undefined, owner: AccountId): AnecdoteState {
  if (row === undefined) return anecdoteDecider.initial;
  const facts = {
    owner,
    content: Object.fromEntries(contentFields.map((field) => [field, row[field]])) as AnecdoteContent,
    connectedTo: row.connected_to as AnecdoteId | null,
    sameHere: new Set(row.user_reacted ? [owner] : []),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  return row.deleted_at === null
    ? { ...facts, status: 'live' }
    : { ...facts, status: 'deleted', deletedAt: row.deleted_at };
}

/** What is above `parent`; deleted ones too, since they can be restored. */
function parentOf(journal: Journal, parent: string | null | undefined): Parent {
  const find = (id: string | null | undefined) => journal.find((anecdote) => anecdote.id === id);
  const found = find(parent);
  if (found === undefined || found.deleted_at !== null) return { status: 'missing' };
  const ancestors = new Set<AnecdoteId>();
  for (let next = found.connected_to; next !== null && !ancestors.has(next as AnecdoteId); ) {
    ancestors.add(next as AnecdoteId);
    next = find(next)?.connected_to ?? null;
  }
  return { status: 'live', ancestors: [...ancestors] };
}
