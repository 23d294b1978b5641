import type {
  AccountId,
  AnecdoteContent,
  AnecdoteEvent,
  AnecdoteId,
  CreateAnecdote,
  EditAnecdote,
  ProblemCode,
} from '@anecdotes/contracts';
import type { Dated, Decider, Decision } from '../decider.ts';

export type AnecdoteCommand =
  | { readonly type: 'CreateAnecdote'; readonly fields: CreateAnecdote }
  | { readonly type: 'ImportAnecdote'; readonly fields: CreateAnecdote; readonly sourceAddress: string }
  | { readonly type: 'EditAnecdote'; readonly fields: EditAnecdote }
  | { readonly type: 'LinkAnecdote'; readonly parent: AnecdoteId }
  | { readonly type: 'UnlinkAnecdote' }
  | { readonly type: 'DeleteAnecdote' }
  | { readonly type: 'RestoreAnecdote' }
  | { readonly type: 'ReactSameHere' }
  | { readonly type: 'WithdrawSameHere' };

/** What the caller's other streams say about the anecdote to connect to; another's counts as missing. */
export type Parent =
  | { readonly status: 'missing' }
  /** `ancestors`: its own parents, nearest first. */
  | { readonly status: 'live'; readonly ancestors: readonly AnecdoteId[] };

export type AnecdoteContext = {
  readonly anecdote: AnecdoteId;
  readonly account: AccountId;
  /** ISO 8601 in UTC. */
  readonly now: string;
  /** RESTORE_PERIOD_MS before `now`. */
  readonly restorableSince: string;
  readonly parent: Parent;
  /** True when the journal already holds as many anecdotes as it may. */
  readonly isFull: boolean;
};

type Kept = {
  readonly owner: AccountId;
  readonly content: AnecdoteContent;
  readonly connectedTo: AnecdoteId | null;
  readonly sameHere: ReadonlySet<AccountId>;
  readonly createdAt: string;
  /** When content or connection last changed. */
  readonly updatedAt: string;
};

export type LiveAnecdote = Kept & { readonly status: 'live' };
export type DeletedAnecdote = Kept & { readonly status: 'deleted'; readonly deletedAt: string };
export type AnecdoteState = { readonly status: 'absent' } | LiveAnecdote | DeletedAnecdote;

type Happened = Dated<AnecdoteEvent>;

/** An anecdote: its owner writes, links, deletes and restores it; for anybody else there is none. */
export const anecdoteDecider: Decider<AnecdoteState, AnecdoteCommand, Happened, AnecdoteContext> = {
  initial: { status: 'absent' },
  evolve,
  decide,
};

function evolve(state: AnecdoteState, event: Happened): AnecdoteState {
  if (event.type === 'AnecdoteCreated') {
    const { owner, connected_to } = event.data;
    return {
      status: 'live',
      owner,
      content: contentOf(event.data),
      connectedTo: connected_to,
      sameHere: new Set(),
      createdAt: event.at,
      updatedAt: event.at,
    };
  }
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'AnecdoteEdited':
      return { ...state, content: contentOf(event.data), updatedAt: event.at };
    case 'AnecdoteLinked':
      return { ...state, connectedTo: event.data.connected_to, updatedAt: event.at };
    case 'AnecdoteUnlinked':
      return { ...state, connectedTo: null, updatedAt: event.at };
    case 'AnecdoteDeleted':
      return { ...state, status: 'deleted', deletedAt: event.at };
    case 'AnecdoteRestored': {
      const { owner, connected_to, created_at, same_here } = event.data;
      return {
        status: 'live',
        owner,
        content: contentOf(event.data),
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

function decide(command: AnecdoteCommand, state: AnecdoteState, context: AnecdoteContext): Decision<Happened> {
  if (command.type === 'CreateAnecdote') return create(command.fields, state, context);
  if (command.type === 'ImportAnecdote') return importFrom(command.sourceAddress, command.fields, state, context);
  if (state.status === 'absent' || state.owner !== context.account) return refuse('ANECDOTE_NOT_FOUND');
  if (command.type === 'RestoreAnecdote') return restore(state, context);
  if (state.status === 'deleted') return command.type === 'DeleteAnecdote' ? nothing : refuse('ANECDOTE_NOT_FOUND');
  switch (command.type) {
    case 'EditAnecdote':
      return edit(command.fields, state, context);
    case 'LinkAnecdote':
      return link(command.parent, state, context);
    case 'UnlinkAnecdote':
      return link(null, state, context);
    case 'DeleteAnecdote':
      return happens(context, { type: 'AnecdoteDeleted', data: { owner: state.owner } });
    case 'ReactSameHere':
      return react('SameHereAdded', !state.sameHere.has(context.account), state, context);
    case 'WithdrawSameHere':
      return react('SameHereWithdrawn', state.sameHere.has(context.account), state, context);
  }
}

function create(fields: CreateAnecdote, state: AnecdoteState, context: AnecdoteContext): Decision<Happened> {
  if (state.status !== 'absent') return state.owner === context.account ? nothing : refuse('ANECDOTE_NOT_FOUND');
  const parent = fields.connected_to ?? null;
  if (parent === context.anecdote) return refuse('CONNECTION_LOOP');
  if (parent !== null && context.parent.status === 'missing') return refuse('PARENT_NOT_FOUND');
  if (context.isFull) return refuse('ANECDOTE_LIMIT_REACHED');
  const content = merged({ ...empty, timestamp: context.now }, fields);
  const data = { owner: context.account, connected_to: parent, ...content };
  return happens(context, { type: 'AnecdoteCreated', data });
}

function importFrom(
  source_address: string,
  fields: CreateAnecdote,
  state: AnecdoteState,
  context: AnecdoteContext,
): Decision<Happened> {
  const created = create(fields, state, context);
  if ('refused' in created || created.events.length === 0) return created;
  const imported: AnecdoteEvent = {
    type: 'AnecdoteImported',
    data: { owner: context.account, source: 'reddit', source_address },
  };
  return { events: [...created.events, { ...imported, at: context.now }] };
}

function edit(fields: EditAnecdote, state: LiveAnecdote, context: AnecdoteContext): Decision<Happened> {
  const { connected_to } = fields;
  const linking = connected_to === undefined ? nothing : link(connected_to, state, context);
  if ('refused' in linking) return linking;
  const content = merged(state.content, fields);
  if (isSame(content, state.content)) return linking;
  const edited: AnecdoteEvent = { type: 'AnecdoteEdited', data: { owner: state.owner, ...content } };
  return { events: [{ ...edited, at: context.now }, ...linking.events] };
}

function link(parent: AnecdoteId | null, state: LiveAnecdote, context: AnecdoteContext): Decision<Happened> {
  const { owner } = state;
  // A parent that was deleted after it was linked is kept, so that an unrelated edit does not fail on it.
  if (parent === state.connectedTo) return nothing;
  if (parent === null) return happens(context, { type: 'AnecdoteUnlinked', data: { owner } });
  if (parent === context.anecdote) return refuse('CONNECTION_LOOP');
  if (context.parent.status === 'missing') return refuse('PARENT_NOT_FOUND');
  if (context.parent.ancestors.includes(context.anecdote)) return refuse('CONNECTION_LOOP');
  return happens(context, { type: 'AnecdoteLinked', data: { owner, connected_to: parent } });
}

function restore(state: LiveAnecdote | DeletedAnecdote, context: AnecdoteContext): Decision<Happened> {
  if (state.status === 'live') return nothing;
  // Instants in this one notation are ordered as their texts are.
  if (state.deletedAt < context.restorableSince) return refuse('RESTORE_PERIOD_OVER');
  return happens(context, {
    type: 'AnecdoteRestored',
    data: {
      owner: state.owner,
      connected_to: state.connectedTo,
      created_at: state.createdAt,
      same_here: [...state.sameHere],
      ...state.content,
    },
  });
}

function react(
  type: 'SameHereAdded' | 'SameHereWithdrawn',
  changes: boolean,
  state: LiveAnecdote,
  context: AnecdoteContext,
): Decision<Happened> {
  if (!changes) return nothing;
  return happens(context, { type, data: { owner: state.owner, account: context.account } });
}

const empty: Omit<AnecdoteContent, 'timestamp'> = {
  description: '',
  tags: [],
  time_zone: 'UTC',
  location: null,
  coordinates: null,
};

/** `content` with the given fields in place of its own; an empty optional text is none. */
function merged(content: AnecdoteContent, fields: EditAnecdote): AnecdoteContent {
  const { description, tags, timestamp, time_zone, location, coordinates } = fields;
  return {
    description: description ?? content.description,
    tags: tags ?? content.tags,
    timestamp: timestamp ?? content.timestamp,
    time_zone: time_zone ?? content.time_zone,
    location: location === undefined ? content.location : location || null,
    coordinates: coordinates === undefined ? content.coordinates : coordinates && placed(coordinates),
  };
}

function placed(coordinates: NonNullable<EditAnecdote['coordinates']>): AnecdoteContent['coordinates'] {
  return { lat: coordinates.lat, lng: coordinates.lng, address: coordinates.address || null };
}

function contentOf(content: AnecdoteContent): AnecdoteContent {
  const { description, tags, timestamp, time_zone, location, coordinates } = content;
  return { description, tags, timestamp, time_zone, location, coordinates };
}

function isSame(one: AnecdoteContent, other: AnecdoteContent): boolean {
  return (
    one.description === other.description &&
    one.timestamp === other.timestamp &&
    one.time_zone === other.time_zone &&
    one.location === other.location &&
    one.tags.length === other.tags.length &&
    one.tags.every((tag, index) => tag === other.tags[index]) &&
    one.coordinates?.lat === other.coordinates?.lat &&
    one.coordinates?.lng === other.coordinates?.lng &&
    one.coordinates?.address === other.coordinates?.address
  );
}

const nothing = { events: [] } as const;

function happens(context: AnecdoteContext, event: AnecdoteEvent): Decision<Happened> {
  return { events: [{ ...event, at: context.now }] };
}

function refuse(refused: ProblemCode): Decision<Happened> {
  return { refused };
}
