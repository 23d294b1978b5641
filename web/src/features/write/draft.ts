import type { CreateAnecdote, EditAnecdote } from '@anecdotes/contracts';
import { type OptionalText, optionalTexts } from '../../anecdote/fields.ts';
import type { Coordinates } from '../../anecdote/place-name.ts';
import { timeZone } from '../../lib/format.ts';
import { parseTags } from './tags.ts';
import { instantOf, justNow, type When } from './when.ts';

/** A request body as it is before the server parses it: ids are plain strings here. */
type Draftable<Body> = Omit<Body, 'connected_to'> & { connected_to?: string | null };
export type NewAnecdote = Draftable<CreateAnecdote>;
export type ChangedAnecdote = Draftable<EditAnecdote>;

/** Name of the draft that the composer and the entry screen share. */
export const NEW_DRAFT = 'new';

/** The other anecdote a draft is connected to; its text is only for display. */
export type Connection = { id: string; description: string };

/** Everything the entry form holds, as the person typed it. */
export type Draft = Record<OptionalText, string> & {
  description: string;
  tags: string;
  enhanced: boolean;
  title: string;
  duration: string;
  /** The point on the map; its address is as typed. */
  coordinates: Coordinates | null;
  connection: Connection | null;
  when: When;
  /** The revision an edit started from; 0 for a new anecdote. */
  revision: number;
};

export const emptyDraft: Draft = {
  description: '',
  tags: '',
  enhanced: false,
  title: '',
  ...textsOf(() => ''),
  duration: '',
  coordinates: null,
  connection: null,
  when: justNow,
  revision: 0,
};

/** `text` as it can be stored: trimmed, with `lineBreak` for control characters, which some programs copy for one. */
export function storable(text: string, lineBreak = '\n'): string {
  return text.replace(/\r\n|[^\P{Cc}\t\n]+/gu, lineBreak).trim();
}

/** As `storable`, for a field of one line. */
export const storableLine = (text: string) => storable(text, ' ');

/** The request body that records `draft` as a new anecdote. */
export function toNewAnecdote(draft: Draft, now: Date): NewAnecdote {
  const isGiven = (field: OptionalText) => draft.enhanced && draft[field].trim() !== '';
  const point = draft.enhanced && pointOf(draft);
  return {
    description: storable(draft.description),
    tags: parseTags(draft.tags),
    timestamp: instantOf(draft.when, now).toISOString(),
    time_zone: timeZone(),
    ...Object.fromEntries(optionalTexts.filter(isGiven).map((field) => [field, storableLine(draft[field])])),
    ...(point && { coordinates: point }),
    ...(draft.connection && { connected_to: draft.connection.id }),
  };
}

/** The point as it is sent: an emptied address becomes null. */
export function pointOf({ coordinates }: Draft): Coordinates | null {
  return coordinates && { ...coordinates, address: storableLine(coordinates.address ?? '') || null };
}

/** A text for each optional field. */
export function textsOf<Text extends string | null>(textOf: (field: OptionalText) => Text) {
  return Object.fromEntries(optionalTexts.map((field) => [field, textOf(field)])) as Record<OptionalText, Text>;
}
