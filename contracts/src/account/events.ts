import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import { AccountId } from '../ids.ts';

/* The names and fields here are the storage format; see anecdote/events.ts. */

const account = { account: AccountId };

export const SessionEndReason = z.enum([
  'logged-out',
  'ended',
  'password-changed',
  'password-reset',
  'erased',
  'disabled',
]);
export type SessionEndReason = z.infer<typeof SessionEndReason>;

export const accountEvents = {
  AccountInvited: defineEvent({
    type: 'AccountInvited',
    version: 1,
    stream: 'account',
    since: '2026-11-23',
    description: 'The operator invited somebody to register; the account that comes of it has this id.',
    clear: account,
    personal: { email: z.string() },
  }),
  AccountRegistered: defineEvent({
    type: 'AccountRegistered',
    version: 1,
    stream: 'account',
    since: '2026-11-20',
    description: 'An account was created.',
    clear: { ...account, role: z.enum(['guest', 'member']) },
    personal: { username: z.string(), email: z.string().nullable(), full_name: z.string() },
  }),
  UsernameReserved: defineEvent({
    type: 'UsernameReserved',
    version: 1,
    stream: 'username',
    since: '2026-11-20',
    description: 'The username belongs to this account.',
    clear: account,
    personal: {},
  }),
  EmailReserved: defineEvent({
    type: 'EmailReserved',
    version: 1,
    stream: 'email',
    since: '2026-11-20',
    description: 'The e-mail address belongs to this account; takes over from an account that is gone.',
    clear: account,
    personal: {},
  }),
  EmailVerificationRequested: defineEvent({
    type: 'EmailVerificationRequested',
    version: 1,
    stream: 'account',
    since: '2026-11-20',
    description: 'A mail to verify the e-mail address was requested.',
    clear: account,
    personal: {},
  }),
  EmailVerified: defineEvent({
    type: 'EmailVerified',
    version: 1,
    stream: 'account',
    since: '2026-11-20',
    description: 'The e-mail address was verified.',
    clear: account,
    personal: {},
  }),
  PasswordResetRequested: defineEvent({
    type: 'PasswordResetRequested',
    version: 1,
    stream: 'account',
    since: '2026-11-20',
    description: 'A link to reset the password was requested, by mail or by the operator.',
    clear: account,
    personal: {},
  }),
  PasswordChanged: defineEvent({
    type: 'PasswordChanged',
    version: 1,
    stream: 'account',
    since: '2026-11-20',
    description: 'The password was changed, or reset by mail.',
    clear: { ...account, by: z.enum(['change', 'reset']) },
    personal: {},
  }),
  AccountDisabled: defineEvent({
    type: 'AccountDisabled',
    version: 1,
    stream: 'account',
    since: '2026-11-23',
    description: 'The operator disabled the account: nobody can log in to it, and its API keys are refused.',
    clear: account,
    personal: {},
  }),
  AccountEnabled: defineEvent({
    type: 'AccountEnabled',
    version: 1,
    stream: 'account',
    since: '2026-11-23',
    description: 'The operator enabled the account again.',
    clear: account,
    personal: {},
  }),
  AccountErased: defineEvent({
    type: 'AccountErased',
    version: 1,
    stream: 'account',
    since: '2026-11-20',
    description: 'The account was erased; its key is destroyed.',
    clear: account,
    personal: {},
  }),
  AccountRead: defineEvent({
    type: 'AccountRead',
    version: 1,
    stream: 'account',
    since: '2026-11-23',
    description: 'Somebody with the master key read what is sealed of this account, and gave this name.',
    clear: account,
    personal: { reader: z.string() },
  }),
  GuestJournalReset: defineEvent({
    type: 'GuestJournalReset',
    version: 1,
    stream: 'account',
    since: '2026-11-22',
    description: 'The shared journal was emptied: what was recorded in it before no longer counts.',
    clear: account,
    personal: {},
  }),
  JournalExported: defineEvent({
    type: 'JournalExported',
    version: 1,
    stream: 'export',
    since: '2026-11-23',
    description: 'The journal was taken out as a file, whole or as far as it passed a filter.',
    clear: { ...account, is_whole: z.boolean() },
    personal: {},
  }),
  SessionStarted: defineEvent({
    type: 'SessionStarted',
    version: 1,
    stream: 'session',
    since: '2026-11-20',
    description: 'Somebody logged in.',
    clear: account,
    personal: {},
  }),
  SessionEnded: defineEvent({
    type: 'SessionEnded',
    version: 2,
    // Version 2 knows one more reason.
    upcasts: { 1: (data) => data },
    stream: 'session',
    since: '2026-11-20',
    description: 'A session ended, for this reason.',
    clear: { ...account, reason: SessionEndReason },
    personal: {},
  }),
};

export type AccountEvent = EventsOf<typeof accountEvents>;
