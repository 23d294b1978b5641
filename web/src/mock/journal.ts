import {
  type AccountId,
  type AnecdoteContent,
  AnecdoteId,
  type AnecdoteView,
  contentFields,
  type HistoryEntry,
  Problem,
  RESTORE_PERIOD_MS,
} from '@anecdotes/contracts';
import {
  type AnecdoteCommand,
  type AnecdoteState,
  anecdoteDecider,
  type Parent,
} from '../../../command-service/src/anecdote/decider.ts';
import type { Call } from './call.ts';
import { execute } from './decide.ts';
import { newId } from './ids.ts';
import type { MockAnecdote } from './tables.ts';

/** The current anecdotes of an account, deleted ones too. */
export type Journal = Pick<ReturnType<typeof journalOf>, 'account' | 'now' | 'anecdotes'>;

/** The caller's own anecdotes; `put` stores changed ones, `remove` deletes one permanently. */
export function journalOf({ tables, now, caller }: Call) {
  const { account } = caller().account;
  const { all, put, remove } = tables.anecdotes(account);
  return { account, now, anecdotes: all(), put, remove: (id: string) => remove((row) => row.id === id) };
}

/** The caller's own anecdotes that are not deleted, as in answers; with `as_of`, those of the past journal. */
export function liveOf(call: Call): AnecdoteView[] {
  const { account, anecdotes } = journalOf(call);
  const live = anecdotes.filter(isLive).map(viewOf);
  const asOf = new URL(call.request.url).searchParams.get('as_of');
  return asOf ? anecdotesAsOf(live, anecdotes, call.tables.history(account).all(), asOf) : live;
}

/** `live` at the instant `asOf`, as far as the stored history goes back. */
function anecdotesAsOf(
  live: readonly AnecdoteView[],
  anecdotes: readonly MockAnecdote[],
  history: readonly HistoryEntry[],
  asOf: string,
): AnecdoteView[] {
  const pastAnecdotes = new Map<string, AnecdoteView>(
    live.filter(({ created_at }) => created_at <= asOf).map((view) => [view.id, view]),
  );
  const known = new Map<string, AnecdoteView>(anecdotes.map((anecdote) => [anecdote.id, viewOf(anecdote)]));
  for (const { at, anecdote } of history.toReversed()) {
    const view = anecdote && known.get(anecdote.id);
    if (!view || at <= asOf) continue;
    if (anecdote.before === null) pastAnecdotes.delete(view.id);
    else pastAnecdotes.set(view.id, { ...view, ...anecdote.before });
  }
  return [...pastAnecdotes.values()];
}

/** The anecdote `id`, even if deleted. Throws ANECDOTE_NOT_FOUND; REVISION_CONFLICT if `If-Match` does not match. */
export function requiredAnecdote({ request, tables }: Call, { account, anecdotes }: Journal, id: string): MockAnecdote {
  const found = anecdotes.find((anecdote) => anecdote.id === id.toLowerCase());
  if (found === undefined) throw new Problem('ANECDOTE_NOT_FOUND');
  const ifMatch = request.headers.get('if-match') ?? '*';
  if (ifMatch === '*') return found;
  const seen = /^"(\d{1,15})"$/.exec(ifMatch)?.[1];
  if (seen === undefined) throw new Problem('MALFORMED_REQUEST', { message: 'If-Match must be "<revision>"' });
  // The history has no Same Here, after which a change is no conflict.
  const last = tables
    .history(account)
    .all()
    .findLast(({ anecdote }) => anecdote?.id === found.id)?.anecdote;
  const isCurrent = Number(seen) >= (last?.revision ?? found.revision) && Number(seen) <= found.revision;
  if (!isCurrent) throw new Problem('REVISION_CONFLICT', { revision: found.revision });
  return found;
}

/** The anecdote after `command` on `before`, or on a new one. Throws the refusal. */
export function changed(
  { account, now, anecdotes }: Journal,
  command: AnecdoteCommand,
  before?: MockAnecdote,
): MockAnecdote {
  const id = AnecdoteId.parse(before?.id ?? newId(now));
  const parent = 'fields' in command ? command.fields.connected_to : 'parent' in command ? command.parent : null;
  const { events, state } = execute(anecdoteDecider, command, stateOf(before, account), {
    anecdote: id,
    account,
    now: now.toISOString(),
    restorableSince: restorableSince(now),
    parent: parentOf(anecdotes, parent),
    noRoom: null,
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
    ...(before?.is_sample && { is_sample: true }),
    ...(state.status === 'deleted' && { deleted_at: state.deletedAt }),
  };
}

/** The anecdote as in answers. */
export function viewOf({ deleted_at: _d, is_sample: _s, removal: _r, ...view }: MockAnecdote): AnecdoteView {
  return view;
}

export function isLive({ deleted_at }: MockAnecdote): boolean {
  return deleted_at === undefined;
}

/** The instant before which deleted anecdotes can no longer be restored. */
export function restorableSince(now: Date): string {
  return new Date(now.getTime() - RESTORE_PERIOD_MS).toISOString();
}

/** The content of an anecdote: the fields that a person writes. */
export function contentOf(row: MockAnecdote): AnecdoteContent {
  return Object.fromEntries(contentFields.map((field) => [field, row[field]])) as AnecdoteContent;
}

/** The decider state of an anecdote. */
export function stateOf(row: MockAnecdote | undefined, owner: AccountId): AnecdoteState {
  if (row === undefined) return anecdoteDecider.initial;
  const facts = {
    owner,
    content: contentOf(row),
    connectedTo: row.connected_to,
    sameHere: new Set(row.user_reacted ? [owner] : []),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  const { deleted_at: deletedAt } = row;
  return deletedAt === undefined ? { ...facts, status: 'live' } : { ...facts, status: 'deleted', deletedAt };
}

/** The status and ancestors of `parent`; the ancestors include deleted ones, since they can be restored. */
function parentOf(anecdotes: readonly MockAnecdote[], parent: string | null | undefined): Parent {
  const find = (id: string | null | undefined) => anecdotes.find((anecdote) => anecdote.id === id);
  const found = find(parent);
  if (found === undefined || !isLive(found)) return { status: 'missing' };
  const ancestors: AnecdoteId[] = [];
  for (let next = find(found.connected_to); next; next = find(next.connected_to)) ancestors.push(next.id);
  return { status: 'live', ancestors };
}
