import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import { AccountId } from '../ids.ts';

/* The names and fields here are the storage format; see anecdote/events.ts. */

const account = { account: AccountId };
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What a key may do: `read` asks, `write` changes. */
export const ApiKeyScope = z.enum(['read', 'write']);
export type ApiKeyScope = z.infer<typeof ApiKeyScope>;

export const apiKeyEvents = {
  ApiKeyCreated: defineEvent({
    type: 'ApiKeyCreated',
    version: 1,
    clear: { ...account, key_hash: hash, scopes: z.array(ApiKeyScope), expires_at: z.iso.datetime().nullable() },
    personal: { name: z.string() },
  }),
  ApiKeyActivated: defineEvent({ type: 'ApiKeyActivated', version: 1, clear: account, personal: {} }),
  ApiKeyDeactivated: defineEvent({ type: 'ApiKeyDeactivated', version: 1, clear: account, personal: {} }),
  /** From now on the secret with `key_hash` counts; the one before until `previous_valid_until`. */
  ApiKeyRotated: defineEvent({
    type: 'ApiKeyRotated',
    version: 1,
    clear: { ...account, key_hash: hash, previous_valid_until: z.iso.datetime() },
    personal: {},
  }),
  ApiKeyDeleted: defineEvent({ type: 'ApiKeyDeleted', version: 1, clear: account, personal: {} }),
};

export type ApiKeyEvent = EventsOf<typeof apiKeyEvents>;
