import { type AccountEvent, accountEvents } from './account/events.ts';
import { type AnecdoteEvent, anecdoteEvents } from './anecdote/events.ts';
import { type ApiKeyEvent, apiKeyEvents } from './api-key/events.ts';
import { type MailEvent, mailEvents } from './email-tracking.ts';
import type { EventDefinition } from './event.ts';

/** Every event this product records. */
export type JournalEvent = AnecdoteEvent | AccountEvent | ApiKeyEvent | MailEvent;
export type JournalEventType = JournalEvent['type'];

/** The definition of every event type in its newest version. */
export const journalEvents = {
  ...anecdoteEvents,
  ...accountEvents,
  ...apiKeyEvents,
  ...mailEvents,
} satisfies Record<JournalEventType, EventDefinition>;

const definitions = new Map<string, EventDefinition>(Object.entries(journalEvents));

/** The definition of `type`, or undefined when no event of that name is known. */
export function definitionOf(type: string): EventDefinition | undefined {
  return definitions.get(type);
}
