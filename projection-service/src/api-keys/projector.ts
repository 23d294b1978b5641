import { apiKeyEvents, type JournalEvent, type Recorded } from '@anecdotes/contracts';
import { defineProjector, idOf } from '../projection/projector.ts';
import type { UnitOfWork } from '../projection/unit-of-work.ts';
import { apiKeyTable } from './table.ts';

export const apiKeyProjector = defineProjector({
  name: 'api-keys',
  version: 1,
  tables: [apiKeyTable],
  consumes: apiKeyEvents,
  forgets: 'account',
  lookUp(event) {
    if (event.type === 'ApiKeyCreated' || !event.stream.startsWith('apikey-')) return [];
    return [{ table: apiKeyTable, id: idOf(event.stream) }];
  },
  handlers: {
    ApiKeyCreated(event, work) {
      const { account, name, key_hash, scopes, expires_at } = event.data;
      work.put(apiKeyTable, {
        id: idOf(event.stream),
        account,
        name,
        key_hash,
        scopes: [...scopes],
        status: 'active',
        created_at: event.metadata.at,
        expires_at,
        revision: event.revision,
      });
    },
    ApiKeyActivated: (event, work) => change(event, work, { status: 'active' }),
    ApiKeyDeactivated: (event, work) => change(event, work, { status: 'inactive' }),
    ApiKeyRotated: (event, work) => change(event, work, { key_hash: event.data.key_hash }),
    ApiKeyDeleted: (event, work) => work.remove(apiKeyTable, idOf(event.stream)),
  },
});

type Row = NonNullable<ReturnType<typeof rowOf>>;

function rowOf(event: Recorded<JournalEvent>, work: UnitOfWork) {
  return work.row(apiKeyTable, idOf(event.stream));
}

/** Changes columns of the row. If the row is missing, the key was deleted, and nothing changes. */
function change(event: Recorded<JournalEvent>, work: UnitOfWork, columns: Partial<Row>): void {
  const row = rowOf(event, work);
  if (row === undefined || row.revision >= event.revision) return;
  work.put(apiKeyTable, { ...row, ...columns, revision: event.revision });
}
