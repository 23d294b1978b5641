import { type AnecdoteView, type EmailTrackingStat, emptyContent } from '@anecdotes/contracts';
import type { AccountState } from '../../../command-service/src/account/decider.ts';
import type { ApiKeyState } from '../../../command-service/src/api-key/decider.ts';
import { type Keep, openTable, type Table } from './storage.ts';

/** A digest of salt and password: even here nobody's password lies about. */
export type Credential = { readonly salt: string; readonly password: string };
/** Accounts and API keys are kept as their deciders know them. */
export type MockAccount = Extract<AccountState, { status: 'registered' }> & Credential;
export type MockApiKey = Extract<ApiKeyState, { name: string }> & { readonly id: string };

export type MockSession = {
  readonly id: string;
  readonly account: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly user_agent: string | null;
};

/** A link that was mailed and has not been used. */
export type MockLink = {
  readonly token: string;
  readonly account: string;
  readonly purpose: 'verify-email' | 'password-reset';
  readonly expires_at: string;
};

type MockMail = EmailTrackingStat & { readonly account: string };
export type MockAnecdote = AnecdoteView & {
  readonly deleted_at: string | null;
  /** True for one that came with sample data. */
  readonly is_sample: boolean;
  /** The operation that removed it together with the other samples. */
  readonly removal: string | null;
};

/** Everything the mock service knows. */
export type Tables = {
  readonly accounts: Table<MockAccount>;
  readonly sessions: Table<MockSession>;
  readonly links: Table<MockLink>;
  readonly mails: Table<MockMail>;
  readonly keys: Table<MockApiKey>;
  /** The anecdotes of one account, deleted ones too. */
  anecdotes(account: string): Table<MockAnecdote>;
  position(): number;
  /** Moves the position on, as each change does. */
  advance(now: Date): void;
};

export const POSITION_KEY = 'mock_position';

/** The tables that are kept in `keep`. */
export function openTables(keep: Keep): Tables {
  const journals = new Map<string, Table<MockAnecdote>>();
  const position = () => Number(keep.getItem(POSITION_KEY) ?? 0);
  return {
    accounts: openTable(keep, 'account_states'),
    sessions: openTable(keep, 'sessions'),
    links: openTable(keep, 'links'),
    mails: openTable(keep, 'mails'),
    keys: openTable(keep, 'key_states'),
    anecdotes(account) {
      const journal = journals.get(account) ?? openTable<MockAnecdote>(keep, `anecdotes_${account}`, unsaid);
      journals.set(account, journal);
      return journal;
    },
    position,
    // A time, so that it goes on growing where the storage was emptied but tabs remember how far they had come.
    advance: (now) => keep.setItem(POSITION_KEY, String(Math.max(position() + 1, now.getTime()))),
  };
}

const unsaid: Partial<MockAnecdote> = {
  ...emptyContent,
  connected_to: null,
  reaction_count: 0,
  user_reacted: false,
  revision: 0,
  deleted_at: null,
  is_sample: false,
  removal: null,
};
