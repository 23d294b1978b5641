import { z } from 'zod';

/** A UUID in lower case; every id of the product is a version 7 one. */
const uuid = z.uuid().toLowerCase();

export const AnecdoteId = uuid.brand<'AnecdoteId'>();
export type AnecdoteId = z.infer<typeof AnecdoteId>;

export const AccountId = uuid.brand<'AccountId'>();
export type AccountId = z.infer<typeof AccountId>;

export const SessionId = uuid.brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;

export const ApiKeyId = uuid.brand<'ApiKeyId'>();
export type ApiKeyId = z.infer<typeof ApiKeyId>;

export const MailId = uuid.brand<'MailId'>();
export type MailId = z.infer<typeof MailId>;

export const EventId = uuid.brand<'EventId'>();
export type EventId = z.infer<typeof EventId>;

export const CommandId = uuid.brand<'CommandId'>();
export type CommandId = z.infer<typeof CommandId>;

/**
 * The position of an event in the log: a gapless count from 1 in commit order (embedded log) or the commit position
 * (EventStoreDB). Positions are ordered and serve as cursors, as read-your-writes tokens and to measure lag. They are
 * sent as decimal strings.
 */
export type Position = bigint;
