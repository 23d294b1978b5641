import type { AccountId, AnecdoteId, ApiKeyId, MailId, SessionId } from './ids.ts';

/** Stream names: a category and an id, never personal text. */
export const streams = {
  anecdote: (id: AnecdoteId) => `anecdote-${id}`,
  account: (id: AccountId) => `account-${id}`,
  session: (id: SessionId) => `session-${id}`,
  /** `mark` is an HMAC of the canonical username; the stream's one event reserves the name. */
  username: (mark: string) => `username-${mark}`,
  /** The same for an e-mail address. */
  email: (mark: string) => `email-${mark}`,
  apiKey: (id: ApiKeyId) => `apikey-${id}`,
  mail: (id: MailId) => `mail-${id}`,
  /** `mark` is an HMAC of account and post; the stream says as which anecdote the post was imported. */
  redditPost: (mark: string) => `reddit-${mark}`,
};

export type StreamCategory = keyof typeof streams;

/** What the names of the streams of `category` begin with. */
export function streamPrefix(category: StreamCategory): string {
  return (streams[category] as (id: string) => string)('');
}

/** Prefixes of every stream the projection-service follows. */
export const streamCategories = (Object.keys(streams) as StreamCategory[]).map(streamPrefix);
