import { defineTable, instant, integer, nullable, text, uuid } from '../projection/table.ts';

export const accountTable = defineTable({
  name: 'account',
  owner: 'id',
  columns: {
    id: uuid(),
    username: text(),
    email: nullable(text()),
    full_name: text(),
    role: text<'guest' | 'member'>(),
    created_at: instant(),
    revision: integer(),
  },
});
