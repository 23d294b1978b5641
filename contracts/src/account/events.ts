import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import { AccountId } from '../ids.ts';

/* The names and fields here are the storage format; see anecdote/events.ts. */

const account = { account: AccountId };

export const SessionEndReason = z.enum(['logged-out', 'ended', 'password-changed', 'password-reset', 'erased']);
export type SessionEndReason = z.infer<typeof SessionEndReason>;

export const accountEvents = {
  AccountRegistered: defineEvent({
    type: 'AccountRegistered',
    version: 1,
    clear: { ...account, role: z.enum(['guest', 'member']) },
    personal: { username: z.string(), email: z.string().nullable(), full_name: z.string() },
  }),
  /** The one event of a reservation stream: this name belongs to this account. */
  UsernameReserved: defineEvent({ type: 'UsernameReserved', version: 1, clear: account, personal: {} }),
  /** The same for an e-mail address; a later one takes over from an account that is gone. */
  EmailReserved: defineEvent({ type: 'EmailReserved', version: 1, clear: account, personal: {} }),
  EmailVerificationRequested: defineEvent({
    type: 'EmailVerificationRequested',
    version: 1,
    clear: account,
    personal: {},
  }),
  EmailVerified: defineEvent({ type: 'EmailVerified', version: 1, clear: account, personal: {} }),
  PasswordResetRequested: defineEvent({ type: 'PasswordResetRequested', version: 1, clear: account, personal: {} }),
  PasswordChanged: defineEvent({
    type: 'PasswordChanged',
    version: 1,
    clear: { ...account, by: z.enum(['change', 'reset']) },
    personal: {},
  }),
  AccountErased: defineEvent({ type: 'AccountErased', version: 1, clear: account, personal: {} }),
  /** The shared journal is empty again: what was recorded in it before no longer counts. */
  GuestJournalReset: defineEvent({ type: 'GuestJournalReset', version: 1, clear: account, personal: {} }),
  SessionStarted: defineEvent({ type: 'SessionStarted', version: 1, clear: account, personal: {} }),
  SessionEnded: defineEvent({
    type: 'SessionEnded',
    version: 1,
    clear: { ...account, reason: SessionEndReason },
    personal: {},
  }),
};

export type AccountEvent = EventsOf<typeof accountEvents>;
