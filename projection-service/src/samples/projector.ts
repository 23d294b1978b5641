import { anecdoteContentEvents } from '@anecdotes/contracts';
import { changeRow, defineProjector, idOf } from '../projection/projector.ts';
import { sampleTable } from './table.ts';

/** Records which anecdotes came with sample data, even if they were edited since. */
export const sampleProjector = defineProjector({
  name: 'samples',
  version: 1,
  tables: [sampleTable],
  consumes: anecdoteContentEvents,
  forgets: 'journal',
  lookUp({ type, stream }) {
    if (type !== 'AnecdoteDeleted' && type !== 'AnecdoteRestored' && type !== 'AnecdoteErased') return [];
    return [{ table: sampleTable, id: idOf(stream) }];
  },
  handlers: {
    AnecdoteCreated({ stream, data, metadata, revision }, work) {
      if (metadata.operation?.kind !== 'sample-data') return;
      work.put(sampleTable, { id: idOf(stream), owner: data.owner, deleted_at: null, removal: null, revision });
    },
    AnecdoteDeleted(event, work) {
      const { at, operation } = event.metadata;
      const removal = operation?.kind === 'sample-data' ? operation.id : null;
      changeRow(sampleTable, event, work, () => ({ deleted_at: at, removal }));
    },
    AnecdoteRestored(event, work) {
      changeRow(sampleTable, event, work, () => ({ deleted_at: null, removal: null }));
    },
    AnecdoteErased(event, work) {
      if (work.row(sampleTable, idOf(event.stream)) !== undefined) work.remove(sampleTable, idOf(event.stream));
    },
    AnecdoteEdited: 'ignore',
  },
});
