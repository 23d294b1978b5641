import {
  type AccountId,
  type AnecdoteContent,
  type AnecdoteEvent,
  type AnecdoteId,
  anecdoteEvents,
  type ContentChange,
  type CreateAnecdote,
  contentFields,
  type EditAnecdote,
  emptyContent,
  isEqual,
  type ProblemCode,
  pickContent,
  withChangesUndone,
  withTagReplaced,
} from '@anecdotes/contracts';
import { type Dated, type Decider, type Decision, emit, noEvents } from '../decider.ts';

export type AnecdoteCommand =
  | { readonly type: 'CreateAnecdote'; readonly fields: CreateAnecdote }
  | { readonly type: 'ImportAnecdote'; readonly fields: CreateAnecdote; readonly sourceAddress: string }
  /** Creates the anecdote of an entry in a file. Its parent is not checked: the reader of the file did that. */
  | {
      readonly type: 'ImportEntry';
      readonly fields: CreateAnecdote;
      readonly isSameHere: boolean;
      readonly isDeleted: boolean;
    }
  | { readonly type: 'EditAnecdote'; readonly fields: EditAnecdote }
  /** Replaces the tag `tag` of the anecdote by `by`, or removes it if that is null. */
  | { readonly type: 'ReplaceTag'; readonly tag: string; readonly by: string | null }
  /** Undoes what earlier events changed in the content; `changes` are in the order of these events. */
  | { readonly type: 'UndoChanges'; readonly changes: readonly ContentChange[] }
  | { readonly type: 'LinkAnecdote'; readonly parent: AnecdoteId }
  | { readonly type: 'UnlinkAnecdote' }
  /** `fields` replace what the anecdote contains before it is deleted. */
  | { readonly type: 'DeleteAnecdote'; readonly fields?: EditAnecdote }
  /** `fields` replace what the anecdote contained when it was deleted. */
  | { readonly type: 'RestoreAnecdote'; readonly fields?: EditAnecdote }
  | { readonly type: 'EraseAnecdote' }
  | { readonly type: 'ReactSameHere' }
  | { readonly type: 'WithdrawSameHere' };

/** What the other streams say about the anecdote to connect to; that of another account counts as missing. */
export type Parent =
  | { readonly status: 'missing' }
  /** It has more anecdotes above it than one decision may read. */
  | { readonly status: 'too far below' }
  /** An anecdote above it is still to be imported. */
  | { readonly status: 'being imported' }
  /** `ancestors`: its own parents, nearest first. */
  | { readonly status: 'live'; readonly ancestors: readonly AnecdoteId[] };

/** Why a journal may hold no further anecdote. */
export type NoRoom = Extract<ProblemCode, 'ANECDOTE_LIMIT_REACHED' | 'ANECDOTE_QUOTA_REACHED' | 'BYTE_QUOTA_REACHED'>;

export type AnecdoteContext = {
  readonly anecdote: AnecdoteId;
  readonly account: AccountId;
  /** ISO 8601 in UTC. */
  readonly now: string;
  /** RESTORE_PERIOD_MS before `now`. */
  readonly restorableSince: string;
  readonly parent: Parent;
  /** Why the journal may hold no more anecdotes; null while it may. */
  readonly noRoom: NoRoom | null;
};

type AnecdoteFacts = {
  readonly owner: AccountId;
  readonly content: AnecdoteContent;
  readonly connectedTo: AnecdoteId | null;
  readonly sameHere: ReadonlySet<AccountId>;
  readonly createdAt: string;
  /** When content or connection last changed. */
  readonly updatedAt: string;
};

export type LiveAnecdote = AnecdoteFacts & { readonly status: 'live' };
type DeletedAnecdote = AnecdoteFacts & { readonly status: 'deleted'; readonly deletedAt: string };
export type AnecdoteState = { readonly status: 'absent' } | LiveAnecdote | DeletedAnecdote;

type DatedEvent = Dated<AnecdoteEvent>;

/** An anecdote: its owner writes, links, deletes and restores it; to anybody else it does not exist. */
export const anecdoteDecider: Decider<AnecdoteState, AnecdoteCommand, DatedEvent, AnecdoteContext> = {
  initial: { status: 'absent' },
  // A new version of the content changes this automatically; raise the last digit with any other change of the state.
  stateVersion: 10 * anecdoteEvents.AnecdoteCreated.version + 1,
  evolve,
  decide,
};

function evolve(state: AnecdoteState, event: DatedEvent): AnecdoteState {
  if (event.type === 'AnecdoteCreated') {
    const { owner, connected_to } = event.data;
    return {
      status: 'live',
      owner,
      content: pickContent(event.data),
      connectedTo: connected_to,
      sameHere: new Set(),
      createdAt: event.at,
      updatedAt: event.at,
    };
  }
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'AnecdoteEdited':
      return { ...state, content: pickContent(event.data), updatedAt: event.at };
    case 'AnecdoteLinked':
      return { ...state, connectedTo: event.data.connected_to, updatedAt: event.at };
    case 'AnecdoteUnlinked':
      return { ...state, connectedTo: null, updatedAt: event.at };
    case 'AnecdoteDeleted':
      return { ...state, status: 'deleted', deletedAt: event.at };
    case 'AnecdoteErased':
      return { status: 'absent' };
    case 'AnecdoteRestored': {
      const { owner, connected_to, created_at, same_here } = event.data;
      return {
        status: 'live',
        owner,
        content: pickContent(event.data),
        connectedTo: connected_to,
        sameHere: new Set(same_here),
        createdAt: created_at,
        updatedAt: event.at,
      };
    }
    case 'SameHereAdded':
      return { ...state, sameHere: new Set([...state.sameHere, event.data.account]) };
    case 'SameHereWithdrawn':
      return { ...state, sameHere: new Set([...state.sameHere].filter((account) => account !== event.data.account)) };
    case 'AnecdoteImported':
    case 'RedditPostReserved':
      return state;
  }
}

function decide(command: AnecdoteCommand, state: AnecdoteState, context: AnecdoteContext): Decision<DatedEvent> {
  if (command.type === 'CreateAnecdote') return create(command.fields, state, context);
  if (command.type === 'ImportAnecdote') return importFrom(command.sourceAddress, command.fields, state, context);
  if (command.type === 'ImportEntry') return importEntry(command, state, context);
  if (state.status === 'absent' || state.owner !== context.account) return refuse('ANECDOTE_NOT_FOUND');
  if (command.type === 'RestoreAnecdote') return restore(command.fields ?? {}, state, context);
  if (command.type === 'EraseAnecdote') return emit(context, { type: 'AnecdoteErased', data: { owner: state.owner } });
  if (state.status === 'deleted') return command.type === 'DeleteAnecdote' ? noEvents : refuse('ANECDOTE_NOT_FOUND');
  switch (command.type) {
    case 'EditAnecdote':
      return edit(command.fields, state, context);
    case 'ReplaceTag':
      return rewrite(withTagReplaced(state.content, command.tag, command.by), state, context);
    case 'UndoChanges':
      return rewrite(withChangesUndone(state.content, command.changes), state, context);
    case 'LinkAnecdote':
      return link(command.parent, state, context);
    case 'UnlinkAnecdote':
      return link(null, state, context);
    case 'DeleteAnecdote':
      return remove(command.fields ?? {}, state, context);
    case 'ReactSameHere':
      return react('SameHereAdded', !state.sameHere.has(context.account), state, context);
    case 'WithdrawSameHere':
      return react('SameHereWithdrawn', state.sameHere.has(context.account), state, context);
  }
}

function create(fields: CreateAnecdote, state: AnecdoteState, context: AnecdoteContext): Decision<DatedEvent> {
  if (state.status !== 'absent') return state.owner === context.account ? noEvents : refuse('ANECDOTE_NOT_FOUND');
  const parent = fields.connected_to ?? null;
  if (parent === context.anecdote) return refuse('CONNECTION_LOOP');
  if (parent !== null && context.parent.status === 'missing') return refuse('PARENT_NOT_FOUND');
  if (context.noRoom !== null) return refuse(context.noRoom);
  const content = merged({ ...emptyContent, timestamp: context.now }, fields);
  const data = { owner: context.account, connected_to: parent, ...content };
  return emit(context, { type: 'AnecdoteCreated', data });
}

function importFrom(
  source_address: string,
  fields: CreateAnecdote,
  state: AnecdoteState,
  context: AnecdoteContext,
): Decision<DatedEvent> {
  const created = create(fields, state, context);
  if ('refused' in created || created.events.length === 0) return created;
  const imported: AnecdoteEvent = {
    type: 'AnecdoteImported',
    data: { owner: context.account, source: 'reddit', source_address },
  };
  return { events: [...created.events, { ...imported, at: context.now }] };
}

function importEntry(
  { fields, isSameHere, isDeleted }: Extract<AnecdoteCommand, { type: 'ImportEntry' }>,
  state: AnecdoteState,
  context: AnecdoteContext,
): Decision<DatedEvent> {
  const created = create(fields, state, { ...context, parent: { status: 'live', ancestors: [] } });
  if ('refused' in created || created.events.length === 0) return created;
  const { account, now: at } = context;
  const data = { owner: account };
  const reacted: DatedEvent[] = isSameHere ? [{ type: 'SameHereAdded', data: { ...data, account }, at }] : [];
  const deleted: DatedEvent[] = isDeleted ? [{ type: 'AnecdoteDeleted', data, at }] : [];
  return { events: [...created.events, ...reacted, ...deleted] };
}

function edit(fields: EditAnecdote, state: LiveAnecdote, context: AnecdoteContext): Decision<DatedEvent> {
  const { connected_to } = fields;
  const linking = connected_to === undefined ? noEvents : link(connected_to, state, context);
  if ('refused' in linking) return linking;
  const edited = rewrite(merged(state.content, fields), state, context);
  return 'refused' in edited ? edited : { events: [...edited.events, ...linking.events] };
}

function rewrite(content: AnecdoteContent, state: LiveAnecdote, context: AnecdoteContext): Decision<DatedEvent> {
  if (isSame(content, state.content)) return noEvents;
  return emit(context, { type: 'AnecdoteEdited', data: { owner: state.owner, ...content } });
}

function link(parent: AnecdoteId | null, state: LiveAnecdote, context: AnecdoteContext): Decision<DatedEvent> {
  const { owner } = state;
  // A parent that was deleted after it was linked is kept, so that an unrelated edit does not fail on it.
  if (parent === state.connectedTo) return noEvents;
  if (parent === null) return emit(context, { type: 'AnecdoteUnlinked', data: { owner } });
  if (parent === context.anecdote) return refuse('CONNECTION_LOOP');
  if (context.parent.status === 'missing') return refuse('PARENT_NOT_FOUND');
  if (context.parent.status === 'too far below') return refuse('CHAIN_TOO_LONG');
  if (context.parent.status === 'being imported') return refuse('OPERATION_RUNNING');
  if (context.parent.ancestors.includes(context.anecdote)) return refuse('CONNECTION_LOOP');
  return emit(context, { type: 'AnecdoteLinked', data: { owner, connected_to: parent } });
}

function remove(fields: EditAnecdote, state: LiveAnecdote, context: AnecdoteContext): Decision<DatedEvent> {
  const edited = rewrite(merged(state.content, fields), state, context);
  if ('refused' in edited) return edited;
  const deleted: AnecdoteEvent = { type: 'AnecdoteDeleted', data: { owner: state.owner } };
  return { events: [...edited.events, { ...deleted, at: context.now }] };
}

function restore(
  fields: EditAnecdote,
  state: LiveAnecdote | DeletedAnecdote,
  context: AnecdoteContext,
): Decision<DatedEvent> {
  if (state.status === 'live') return noEvents;
  // ISO 8601 instants in UTC sort in the order of their texts.
  if (state.deletedAt < context.restorableSince) return refuse('RESTORE_PERIOD_OVER');
  if (context.noRoom !== null) return refuse(context.noRoom);
  return emit(context, {
    type: 'AnecdoteRestored',
    data: {
      owner: state.owner,
      connected_to: state.connectedTo,
      created_at: state.createdAt,
      same_here: [...state.sameHere],
      ...merged(state.content, fields),
    },
  });
}

function react(
  type: 'SameHereAdded' | 'SameHereWithdrawn',
  changes: boolean,
  state: LiveAnecdote,
  context: AnecdoteContext,
): Decision<DatedEvent> {
  if (!changes) return noEvents;
  return emit(context, { type, data: { owner: state.owner, account: context.account } });
}

/** `content` with the given fields in place of its own. */
function merged(content: AnecdoteContent, edits: EditAnecdote): AnecdoteContent {
  const given = contentFields.filter((field) => edits[field] !== undefined);
  return { ...content, ...Object.fromEntries(given.map((field) => [field, edits[field]])) };
}

function isSame(one: AnecdoteContent, other: AnecdoteContent): boolean {
  return contentFields.every((field) => isEqual(one[field], other[field]));
}

function refuse(refused: ProblemCode): Decision<DatedEvent> {
  return { refused };
}
