import type { AccountId, AnecdoteMap, MapParameters } from '@anecdotes/contracts';
import { filterOf, isUnfiltered } from '../anecdotes/parameters.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { understood } from '../words/understood.ts';
import { boundsOf } from './bounds.ts';
import { mapCellsOf } from './cells.ts';
import { filteredMap } from './filtered.ts';
import { journalMap } from './journal.ts';
import { viewportOf } from './viewport.ts';

/** What a map of the anecdotes of `owner` shows. */
export async function mapOf(db: ViewsDatabase, owner: AccountId, parameters: MapParameters): Promise<AnecdoteMap> {
  const filter = await understood(db, owner, filterOf({ ...parameters, bbox: undefined }));
  const viewport = viewportOf(parameters);
  const { overview, points, cells } = isUnfiltered(filter)
    ? await journalMap(db, owner, viewport)
    : await filteredMap(db, owner, filter, viewport);
  return {
    total_anecdotes: overview.total,
    total_locations: overview.located,
    without_location: Math.max(0, overview.total - overview.located),
    bounds: boundsOf(overview),
    tags: overview.tags,
    points: points?.map(({ id, lat, lng, tag }) => ({ id, lat, lng, tag: tag || null })) ?? null,
    cells: points === null ? await mapCellsOf(db, owner, viewport, cells) : null,
  };
}
