import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import { AccountId } from '../ids.ts';

/* The names and fields here are the storage format; see anecdote/events.ts. */

const account = { account: AccountId };
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What a key may do: `read` allows queries, `write` allows changes. */
export const ApiKeyScope = z.enum(['read', 'write']);
export type ApiKeyScope = z.infer<typeof ApiKeyScope>;

export const apiKeyEvents = {
  ApiKeyCreated: defineEvent({
    type: 'ApiKeyCreated',
    version: 1,
    stream: 'apiKey',
    inHistory: true,
    since: '2026-11-20',
    description: 'An API key was created; only the hash of its secret is kept.',
    clear: { ...account, key_hash: hash, scopes: z.array(ApiKeyScope), expires_at: z.iso.datetime().nullable() },
    personal: { name: z.string() },
  }),
  ApiKeyActivated: defineEvent({
    type: 'ApiKeyActivated',
    version: 1,
    stream: 'apiKey',
    inHistory: true,
    since: '2026-11-20',
    description: 'The key was switched on.',
    clear: account,
    personal: {},
  }),
  ApiKeyDeactivated: defineEvent({
    type: 'ApiKeyDeactivated',
    version: 1,
    stream: 'apiKey',
    inHistory: true,
    since: '2026-11-20',
    description: 'The key was switched off.',
    clear: account,
    personal: {},
  }),
  ApiKeyRotated: defineEvent({
    type: 'ApiKeyRotated',
    version: 1,
    stream: 'apiKey',
    inHistory: true,
    since: '2026-11-20',
    description: 'The key has a new secret; the one before is valid until `previous_valid_until`.',
    clear: { ...account, key_hash: hash, previous_valid_until: z.iso.datetime() },
    personal: {},
  }),
  ApiKeyDeleted: defineEvent({
    type: 'ApiKeyDeleted',
    version: 1,
    stream: 'apiKey',
    inHistory: true,
    since: '2026-11-20',
    description: 'The key was deleted.',
    clear: account,
    personal: {},
  }),
};

export type ApiKeyEvent = EventsOf<typeof apiKeyEvents>;
