import type { HistoryType, Operation, Origin } from '@anecdotes/contracts';
import { defineTable, instant, integer, nullable, position, text, uuid } from '../projection/table.ts';

/** The events with a row that no history shows: with them, an instant means one position of the log. */
export const unshownTypes = ['GuestJournalReset', 'SameHereAdded', 'SameHereWithdrawn'] as const;

/**
 * One row for each event that a history shows, and for those of `unshownTypes`: its position in the log and its fields
 * that are not sealed. What a person wrote stays sealed in the log.
 */
export const historyTable = defineTable({
  name: 'history',
  owner: 'account',
  columns: {
    /** The id of the event. */
    id: uuid(),
    account: uuid(),
    /** The id in the event's stream: of an anecdote, an API key, a session or the account. */
    about: uuid(),
    revision: integer(),
    position: position(),
    at: instant(),
    type: text<HistoryType | (typeof unshownTypes)[number]>(),
    channel: text<Origin['channel']>(),
    key: nullable(uuid()),
    operation: nullable(uuid()),
    operation_kind: nullable(text<Operation['kind']>()),
  },
  indexes: (schema) => `
    create index if not exists history_account on ${schema}.history (account, position);
    create index if not exists history_about on ${schema}.history (about, revision);
    create index if not exists history_deleted on ${schema}.history (account, position)
      where type = 'AnecdoteDeleted';
    create index if not exists history_others on ${schema}.history (account, position)
      where type not like 'Anecdote%' and type not like 'SameHere%';
    create index if not exists history_key on ${schema}.history (account, key, position) where key is not null;
    create index if not exists history_operation on ${schema}.history (account, operation, position)
      where operation is not null;`,
});
