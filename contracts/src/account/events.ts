import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import { AccountId } from '../ids.ts';

/* The names and fields here are the storage format; see anecdote/events.ts. */

export const accountEvents = {
  AccountRegistered: defineEvent({
    type: 'AccountRegistered',
    version: 1,
    clear: { account: AccountId, role: z.enum(['guest', 'member']) },
    personal: { username: z.string(), email: z.string().nullable(), full_name: z.string() },
  }),
  /** The one event of a reservation stream: this name belongs to this account. */
  UsernameReserved: defineEvent({ type: 'UsernameReserved', version: 1, clear: { account: AccountId }, personal: {} }),
  SessionStarted: defineEvent({ type: 'SessionStarted', version: 1, clear: { account: AccountId }, personal: {} }),
};

export type AccountEvent = EventsOf<typeof accountEvents>;
