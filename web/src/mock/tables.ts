import type {
  AccountId,
  AnecdoteId,
  AnecdoteView,
  EmailTrackingStat,
  HistoryEntry,
  OperationView,
  Session,
} from '@anecdotes/contracts';
import type { AccountState } from '../../../command-service/src/account/decider.ts';
import type { ApiKeyState } from '../../../command-service/src/api-key/decider.ts';
import { type MockStorage, openTable, type Table } from './storage.ts';

/** A salted hash: even the mock service does not store passwords. */
export type Credential = { readonly salt: string; readonly password: string };
/** Accounts and API keys are stored as the states of their deciders. */
export type MockAccount = Extract<AccountState, { status: 'registered' }> & Credential & { readonly id: AccountId };
export type MockApiKey = Extract<ApiKeyState, { name: string }> & { readonly id: string };

export type MockSession = Omit<Session, 'is_current'> & { readonly account: AccountId; readonly token: string };

/** A mail that was sent; its id is the token of its link. */
export type MockMail = EmailTrackingStat & {
  readonly id: string;
  readonly account: AccountId;
  /** True once its link was used. */
  readonly is_spent?: true;
};

export type MockAnecdote = AnecdoteView & {
  readonly id: AnecdoteId;
  readonly connected_to: AnecdoteId | null;
  readonly deleted_at?: string;
  /** True for an anecdote of the sample data. */
  readonly is_sample?: boolean;
  /** The operation that removed the sample data, and when. */
  readonly removal?: { readonly id: string; readonly at: string };
};

/** An operation on tags, with the tags before and after it of each anecdote that it changed. */
export type MockOperation = OperationView & {
  readonly account: AccountId;
  /** The anecdotes that it was asked to change. */
  readonly asked: readonly string[];
  readonly changes: readonly { readonly id: string; readonly before: string[]; readonly after: string[] }[];
};

export const POSITION_KEY = 'mock_position';

/** All data of the mock service. */
export type Tables = ReturnType<typeof openTables>;

/** Opens the tables that are stored in `storage`. */
export function openTables(storage: MockStorage) {
  const journals = new Map<string, Table<MockAnecdote>>();
  const histories = new Map<string, Table<HistoryEntry>>();
  const position = () => Number(storage.getItem(POSITION_KEY) ?? 0);
  return {
    accounts: openTable<MockAccount>(storage, 'accounts'),
    sessions: openTable<MockSession>(storage, 'sessions'),
    mails: openTable<MockMail>(storage, 'mails'),
    keys: openTable<MockApiKey>(storage, 'keys'),
    operations: openTable<MockOperation>(storage, 'operations'),
    /** The anecdotes of one account, deleted ones too. */
    anecdotes(account: AccountId) {
      const journal = journals.get(account) ?? openTable<MockAnecdote>(storage, `anecdotes_${account}`);
      journals.set(account, journal);
      return journal;
    },
    /** The changes of the journal of one account, oldest first. */
    history(account: AccountId) {
      const history = histories.get(account) ?? openTable<HistoryEntry>(storage, `history_${account}`);
      histories.set(account, history);
      return history;
    },
    position,
    /** Advances the position, as each change does. */
    advance(now: Date) {
      // At least the time, so that positions still grow if storage was emptied while tabs remember older positions.
      storage.setItem(POSITION_KEY, String(Math.max(position() + 1, now.getTime())));
    },
  };
}
