import { anecdoteContentEvents, type JournalEvent } from '@anecdotes/contracts';
import { defineProjector, type Handler, idOf } from '../projection/projector.ts';
import { placeColumns, placeUses } from './table.ts';

type Content = Extract<JournalEvent, { type: 'AnecdoteCreated' | 'AnecdoteEdited' | 'AnecdoteRestored' }>;

const written: Handler<Content> = (event, work) => {
  const anecdote = idOf(event.stream);
  const { owner, coordinates, tags } = event.data;
  const uses = coordinates === null ? [] : [{ anecdote, owner, tag: tags[0] ?? '', ...placeColumns(coordinates) }];
  work.use(placeUses, anecdote, uses);
};

export const mapProjector = defineProjector({
  name: 'map',
  version: 1,
  tables: [placeUses],
  consumes: anecdoteContentEvents,
  forgets: 'journal',
  handlers: {
    AnecdoteCreated: written,
    AnecdoteEdited: written,
    AnecdoteRestored: written,
    AnecdoteDeleted: (event, work) => work.use(placeUses, idOf(event.stream), []),
    AnecdoteErased: (event, work) => work.use(placeUses, idOf(event.stream), []),
  },
});
