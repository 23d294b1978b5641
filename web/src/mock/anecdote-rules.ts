import {
  type AnecdoteView,
  type CreateAnecdote,
  type EditAnecdote,
  Problem,
  RESTORE_PERIOD_MS,
} from '@anecdotes/contracts';
import { newId } from './ids.ts';
import type { MockAnecdote } from './tables.ts';

type Journal = readonly MockAnecdote[];
type Content = Pick<
  AnecdoteView,
  'description' | 'tags' | 'timestamp' | 'time_zone' | 'location' | 'coordinates' | 'connected_to'
>;

/** A new anecdote. Throws PARENT_NOT_FOUND. */
export function made(journal: Journal, fields: CreateAnecdote, now: Date): MockAnecdote {
  const at = now.toISOString();
  if (fields.connected_to) checkParent(journal, fields.connected_to);
  const empty: Content = {
    ...{ description: '', tags: [], timestamp: at, time_zone: 'UTC' },
    ...{ location: null, coordinates: null, connected_to: null },
  };
  return {
    ...{ id: newId(now), ...merged(empty, fields) },
    ...{ reaction_count: 0, user_reacted: false, created_at: at, updated_at: at, revision: 0 },
    ...{ deleted_at: null, is_sample: false, removal: null },
  };
}

/** The anecdote with `fields` in place of its own; what is left out stays. Throws PARENT_NOT_FOUND, CONNECTION_LOOP. */
export function edited(journal: Journal, before: MockAnecdote, fields: EditAnecdote, now: Date): MockAnecdote {
  const parent = fields.connected_to ?? null;
  if (parent !== null && parent !== before.connected_to) {
    if (parent === before.id) throw new Problem('CONNECTION_LOOP');
    checkParent(journal, parent);
    if (ancestorsOf(journal, parent).includes(before.id)) throw new Problem('CONNECTION_LOOP');
  }
  const content = merged(before, fields);
  const changes = Number(!isSame(content, before)) + Number(content.connected_to !== before.connected_to);
  if (changes === 0) return before;
  return { ...before, ...content, updated_at: now.toISOString(), revision: before.revision + changes };
}

/** The anecdote without its deletion. Throws RESTORE_PERIOD_OVER. */
export function restored(before: MockAnecdote, now: Date): MockAnecdote {
  if (before.deleted_at === null) return before;
  if (now.getTime() - Date.parse(before.deleted_at) > RESTORE_PERIOD_MS) throw new Problem('RESTORE_PERIOD_OVER');
  return { ...before, deleted_at: null, removal: null, updated_at: now.toISOString(), revision: before.revision + 1 };
}

/** The anecdote with Same Here, or without; the same one when nothing changes. */
export function reacted(before: MockAnecdote, user_reacted: boolean): MockAnecdote {
  if (before.user_reacted === user_reacted) return before;
  return { ...before, user_reacted, reaction_count: user_reacted ? 1 : 0, revision: before.revision + 1 };
}

/** The anecdote without its life, ended by the operation `removal` where all samples were removed. */
export function deleted(before: MockAnecdote, now: Date, removal: string | null = null): MockAnecdote {
  if (before.deleted_at !== null) return before;
  return { ...before, deleted_at: now.toISOString(), removal, revision: before.revision + 1 };
}

/** The anecdote as an answer shows it. */
export function viewOf({ deleted_at: _d, is_sample: _s, removal: _r, ...view }: MockAnecdote): AnecdoteView {
  return view;
}

/** The anecdotes above `id`, and itself, as far as they are known; deleted ones too, since they can be restored. */
function ancestorsOf(journal: Journal, id: string): string[] {
  const chain: string[] = [];
  for (let next: string | null = id; next !== null && !chain.includes(next); ) {
    chain.push(next);
    next = journal.find((anecdote) => anecdote.id === next)?.connected_to ?? null;
  }
  return chain;
}

function checkParent(journal: Journal, parent: string): void {
  const found = journal.find(({ id, deleted_at }) => id === parent && deleted_at === null);
  if (found === undefined) throw new Problem('PARENT_NOT_FOUND');
}

function merged(before: Content, fields: EditAnecdote): Content {
  const { location, coordinates, connected_to } = fields;
  return {
    description: fields.description ?? before.description,
    tags: fields.tags ?? before.tags,
    timestamp: fields.timestamp ?? before.timestamp,
    time_zone: fields.time_zone ?? before.time_zone,
    location: location === undefined ? before.location : location || null,
    coordinates:
      coordinates === undefined
        ? before.coordinates
        : coordinates && { lat: coordinates.lat, lng: coordinates.lng, address: coordinates.address || null },
    connected_to: connected_to === undefined ? before.connected_to : connected_to,
  };
}

function isSame(one: Content, other: Content): boolean {
  const told = ({ description, tags, timestamp, time_zone, location, coordinates }: Content) =>
    JSON.stringify([description, tags, timestamp, time_zone, location, coordinates]);
  return told(one) === told(other);
}
