import type { AnecdoteState, AnecdoteView } from '@anecdotes/contracts';
import { type OptionalText, optionalTexts } from '../../anecdote/fields.ts';
import type { Coordinates } from '../../anecdote/place-name.ts';
import { timeZone } from '../../lib/format.ts';
import {
  type ChangedAnecdote,
  type Draft,
  emptyDraft,
  type NewAnecdote,
  pointOf,
  storable,
  storableLine,
  textsOf,
  toNewAnecdote,
} from './draft.ts';
import { parseTags, tagInput } from './tags.ts';
import { instantOf, isSameWhen, whenOf } from './when.ts';

/** What an edit starts from: the content of an anecdote, with its parent, at one revision. */
export type EditedVersion = AnecdoteState & Pick<AnecdoteView, 'id' | 'revision'>;

/**
 * Stands for an anecdote of which nothing can be read, so that a draft of it can be shown. Every revision is newer, also
 * the first one of an anecdote that was created a moment ago and cannot be read yet.
 */
export function unknownVersion(id: string): EditedVersion {
  const nothing = { description: '', tags: [], ...textsOf(() => null), coordinates: null, connected_to: null };
  return { ...nothing, id, timestamp: new Date().toISOString(), time_zone: timeZone(), revision: -1 };
}

/** The draft to edit an existing anecdote. */
export function draftOf(anecdote: EditedVersion, now: Date): Draft {
  return {
    ...emptyDraft,
    description: anecdote.description,
    tags: tagInput(anecdote.tags),
    enhanced: anecdote.coordinates !== null || optionalTexts.some((field) => anecdote[field]),
    ...textsOf((field) => anecdote[field] ?? ''),
    coordinates: anecdote.coordinates,
    connection: anecdote.connected_to === null ? null : { id: anecdote.connected_to, description: '' },
    when: whenOf(new Date(anecdote.timestamp), now),
    revision: anecdote.revision,
  };
}

/**
 * The request body that records the edit of `version` from `before` to `draft` as a new anecdote, also with the fields
 * that the form hides.
 */
export function toCopy({ timestamp, time_zone }: EditedVersion, before: Draft, draft: Draft, now: Date): NewAnecdote {
  const whole = toNewAnecdote({ ...draft, enhanced: true }, now);
  return { ...whole, ...(isSameWhen(before.when, draft.when) && { timestamp, time_zone }) };
}

/** The request body that changes an anecdote from `before` to `draft`: only the fields that the person changed. */
export function toChangedAnecdote(before: Draft, draft: Draft, now: Date): ChangedAnecdote {
  const isChanged = (field: OptionalText | 'description') => storable(before[field]) !== storable(draft[field]);
  return {
    ...(isChanged('description') && { description: storable(draft.description) }),
    ...(before.tags !== draft.tags && { tags: parseTags(draft.tags) }),
    ...(!isSameWhen(before.when, draft.when) && {
      timestamp: instantOf(draft.when, now).toISOString(),
      time_zone: timeZone(),
    }),
    ...Object.fromEntries(optionalTexts.filter(isChanged).map((field) => [field, storableLine(draft[field]) || null])),
    ...(!isSamePoint(pointOf(before), pointOf(draft)) && { coordinates: pointOf(draft) }),
    ...(before.connection?.id !== draft.connection?.id && { connected_to: draft.connection?.id ?? null }),
  };
}

function isSamePoint(one: Coordinates | null, other: Coordinates | null): boolean {
  return one?.lat === other?.lat && one?.lng === other?.lng && one?.address === other?.address;
}
