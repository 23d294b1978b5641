import { anecdoteContentEvents } from '@anecdotes/contracts';
import { keepUses } from '../projection/keep-uses.ts';
import { defineProjector } from '../projection/projector.ts';
import { placeColumns, placeUses } from './table.ts';

export const mapProjector = defineProjector({
  name: 'map',
  version: 1,
  tables: [placeUses],
  consumes: anecdoteContentEvents,
  forgets: 'journal',
  handlers: keepUses(placeUses, ({ owner, coordinates, tags }, anecdote) =>
    coordinates === null ? [] : [{ anecdote, owner, tag: tags[0] ?? '', ...placeColumns(coordinates) }],
  ),
});
