import type { ApiKeyScope } from '@anecdotes/contracts';
import { defineTable, instant, integer, nullable, text, texts, uuid } from '../projection/table.ts';

export const apiKeyTable = defineTable({
  name: 'api_key',
  owner: 'account',
  columns: {
    id: uuid(),
    account: uuid(),
    name: text(),
    key_hash: text(),
    scopes: texts<ApiKeyScope>(),
    status: text<'active' | 'inactive'>(),
    created_at: instant(),
    expires_at: nullable(instant()),
    revision: integer(),
  },
  indexes: (schema) => `create index if not exists api_key_account on ${schema}.api_key (account, id);`,
});
