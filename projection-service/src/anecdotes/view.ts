import type { AccountId, AnecdoteView } from '@anecdotes/contracts';
import type { Selectable } from 'kysely';
import type { Views } from '../db/database.ts';

/** The columns that a view shows. */
export const viewColumns = [
  'anecdote.id',
  'anecdote.description',
  'anecdote.at',
  'anecdote.time_zone',
  'anecdote.tags',
  'anecdote.location',
  'anecdote.lat',
  'anecdote.lng',
  'anecdote.address',
  'anecdote.connected_to',
  'anecdote.same_here',
  'anecdote.created_at',
  'anecdote.updated_at',
  'anecdote.revision',
] as const;

export type ViewRow = Omit<Selectable<Views['anecdote']>, 'owner' | 'haystack'>;

/** The anecdote as `viewer` sees it. */
export function viewOf(row: ViewRow, viewer: AccountId): AnecdoteView {
  return {
    id: row.id,
    description: row.description,
    timestamp: row.at.toISOString(),
    time_zone: row.time_zone,
    tags: row.tags,
    location: row.location,
    coordinates: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng, address: row.address },
    connected_to: row.connected_to,
    reaction_count: row.same_here.length,
    user_reacted: row.same_here.includes(viewer),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    revision: row.revision,
  };
}
