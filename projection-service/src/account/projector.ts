import { idOf, type Projector } from '../projection/projector.ts';
import { accountDdl, accountTable } from './table.ts';

export const accountProjector: Projector = {
  name: 'account',
  version: 1,
  tables: [accountTable.name],
  ddl: accountDdl,
  handlers: {
    AccountRegistered(event, work) {
      const { username, email, full_name, role } = event.data;
      const { revision, metadata } = event;
      const id = idOf(event.stream);
      work.put(accountTable, { id, username, email, full_name, role, created_at: metadata.at, revision });
    },
    UsernameReserved: 'ignore',
    SessionStarted: 'ignore',
    AnecdoteCreated: 'ignore',
    AnecdoteEdited: 'ignore',
    AnecdoteLinked: 'ignore',
    AnecdoteUnlinked: 'ignore',
    AnecdoteDeleted: 'ignore',
    AnecdoteRestored: 'ignore',
    SameHereAdded: 'ignore',
    SameHereWithdrawn: 'ignore',
    AnecdoteImported: 'ignore',
  },
};
