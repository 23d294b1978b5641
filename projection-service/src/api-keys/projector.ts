import { apiKeyEvents } from '@anecdotes/contracts';
import { changeRow, defineProjector, idOf } from '../projection/projector.ts';
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
    ApiKeyActivated: (event, work) => changeRow(apiKeyTable, event, work, () => ({ status: 'active' as const })),
    ApiKeyDeactivated: (event, work) => changeRow(apiKeyTable, event, work, () => ({ status: 'inactive' as const })),
    ApiKeyRotated: (event, work) => changeRow(apiKeyTable, event, work, () => ({ key_hash: event.data.key_hash })),
    ApiKeyDeleted: (event, work) => work.remove(apiKeyTable, idOf(event.stream)),
  },
});
