import { anecdoteContentEvents, type JournalEvent, type Recorded } from '@anecdotes/contracts';
import { defineProjector, idOf } from '../projection/projector.ts';
import type { UnitOfWork } from '../projection/unit-of-work.ts';
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
      change(event, work, { deleted_at: at, removal });
    },
    AnecdoteRestored: (event, work) => change(event, work, { deleted_at: null, removal: null }),
    AnecdoteErased(event, work) {
      if (work.row(sampleTable, idOf(event.stream)) !== undefined) work.remove(sampleTable, idOf(event.stream));
    },
    AnecdoteEdited: 'ignore',
  },
});

/** Changes columns of the row. An anecdote without a row is not a sample, and nothing changes. */
function change(
  event: Recorded<JournalEvent>,
  work: UnitOfWork,
  columns: { deleted_at: string | null; removal: string | null },
): void {
  const row = work.row(sampleTable, idOf(event.stream));
  if (row === undefined || row.revision >= event.revision) return;
  work.put(sampleTable, { ...row, ...columns, revision: event.revision });
}
