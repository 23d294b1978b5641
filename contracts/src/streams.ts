import type { AccountId, AnecdoteId, ApiKeyId, MailId, SessionId } from './ids.ts';

/** Stream names: a category and an id, never personal text. */
export const streams = {
  anecdote: (id: AnecdoteId) => `anecdote-${id}`,
  account: (id: AccountId) => `account-${id}`,
  session: (id: SessionId) => `session-${id}`,
  /** `id` is random (in older logs an HMAC of the canonical name); the stream's event reserves the name. */
  username: (id: string) => `username-${id}`,
  /** The same for an e-mail address. */
  email: (id: string) => `email-${id}`,
  apiKey: (id: ApiKeyId) => `apikey-${id}`,
  mail: (id: MailId) => `mail-${id}`,
  /** `id` is random (in older logs an HMAC of account and post); the stream's event names the imported anecdote. */
  redditPost: (id: string) => `reddit-${id}`,
  /** `id` is random; the stream's one event records an export. */
  export: (id: string) => `export-${id}`,
};

export type StreamCategory = keyof typeof streams;

/** The prefix of the stream names of `category`. */
export function streamPrefix(category: StreamCategory): string {
  return (streams[category] as (id: string) => string)('');
}

/** Prefixes of every stream the projection-service follows. */
export const streamCategories = (Object.keys(streams) as StreamCategory[]).map(streamPrefix);
