import type { AccountId, AnecdoteId, SessionId } from './ids.ts';

/** Stream names: a category and an id, never personal text. */
export const streams = {
  anecdote: (id: AnecdoteId) => `anecdote-${id}`,
  account: (id: AccountId) => `account-${id}`,
  session: (id: SessionId) => `session-${id}`,
  /** `mark` is an HMAC of the canonical username; the stream's one event reserves the name. */
  username: (mark: string) => `username-${mark}`,
};

/** Prefixes of every stream the projection-service follows. */
export const streamCategories = ['anecdote-', 'account-', 'session-', 'username-'] as const;
