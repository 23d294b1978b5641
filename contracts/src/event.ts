import { z } from 'zod';
import { AccountId, CommandId, type EventId, type Position } from './ids.ts';
import type { StreamCategory } from './streams.ts';

/** Who caused an event: the account that acts and in which way. */
export const Actor = z.strictObject({
  account_id: AccountId,
  kind: z.enum(['person', 'api-key', 'import', 'system', 'operator']),
});
export type Actor = z.infer<typeof Actor>;

/** Through what an event came in. Names a key or a source by id or fixed word, never by personal text. */
export const Origin = z.strictObject({
  channel: z.enum(['web', 'api', 'import', 'system', 'operator']),
  key_id: z.uuid().optional(),
  source: z.enum(['reddit', 'sample-data', 'file']).optional(),
});
export type Origin = z.infer<typeof Origin>;

/** Joins the events of one batch, import, restore, change of a tag or of the sample data, or of the undoing of one. */
export const Operation = z.strictObject({
  id: z.uuid().toLowerCase(),
  kind: z.enum(['batch', 'import', 'restore', 'sample-data', 'tags', 'undo']),
});
export type Operation = z.infer<typeof Operation>;

/** What is known about every event beside what happened; in the clear, so never personal text. */
export const EventMetadata = z.strictObject({
  schema_version: z.int().positive(),
  command_id: CommandId,
  correlation_id: z.uuid(),
  causation_id: z.uuid(),
  actor: Actor,
  origin: Origin,
  /** Server time of the decision. */
  at: z.iso.datetime(),
  /** The account under whose key the personal fields are sealed; null when the event has none. */
  subject: AccountId.nullable(),
  /** The secret in the vault that, with the subject's key, seals them: the anecdote's own. */
  key_id: z
    .string()
    .regex(/^[0-9a-f-]{36}\.\d{1,3}$/)
    .optional(),
  /** What the event is part of, where that is more than one command on one stream. */
  operation: Operation.optional(),
});
export type EventMetadata = z.infer<typeof EventMetadata>;

export type JsonObject = { readonly [key: string]: unknown };

/** An event as the log keeps it: `data` holds the clear fields and, under `sealed`, the personal ones. */
export type StoredEvent = {
  readonly id: EventId;
  readonly stream: string;
  /** Place in its stream, from 0. */
  readonly revision: number;
  readonly position: Position;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: EventMetadata;
  readonly recordedAt: Date;
};

/** An event on its way into the log. */
export type NewEvent = Pick<StoredEvent, 'id' | 'type' | 'data' | 'metadata'>;

/** A stored event whose personal fields are opened and whose shape is checked. */
export type Recorded<Event extends { type: string; data: object }> = Event extends unknown
  ? Omit<StoredEvent, 'type' | 'data'> & { readonly type: Event['type']; readonly data: Event['data'] }
  : never;

type Shape = z.core.$ZodLooseShape;

/**
 * Defines event `type`: the fields of its newest version that stay in the clear and those that are sealed, with the key
 * of `sealedUnder`. `upcasts` has a pure step from each earlier version to the next one, from 1 on. One that is `inHistory`
 * is shown to the person in the history. `stream`, `since` (the day it was first recorded) and `description` (one
 * sentence) are for the event catalogue in README.md.
 */
export function defineEvent<
  Type extends string,
  InHistory extends boolean,
  Clear extends Shape,
  Personal extends Shape,
>({
  clear,
  personal,
  upcasts = {},
  sealedUnder = 'subject-key',
  ...rest
}: {
  type: Type;
  version: number;
  upcasts?: Upcasts;
  stream: StreamCategory;
  inHistory: InHistory;
  since: `${number}-${number}-${number}`;
  description: string;
  clear: Clear;
  personal: Personal;
  sealedUnder?: 'subject-key' | 'anecdote-key';
}) {
  const personalFields = Object.keys(personal);
  return { ...rest, upcasts, sealedUnder, personalFields, data: z.strictObject({ ...clear, ...personal }) };
}

/** By version: what its data are in the next version. */
export type Upcasts = { readonly [version: number]: (data: JsonObject) => JsonObject };

type Definition = ReturnType<typeof defineEvent>;

/** The union of the events that a table of definitions describes. */
export type EventsOf<Definitions extends Record<string, { type: string; data: z.ZodType }>> = {
  [Key in keyof Definitions]: {
    readonly type: Definitions[Key]['type'];
    readonly data: Readonly<z.infer<Definitions[Key]['data']>>;
  };
}[keyof Definitions];

export type EventDefinition = Omit<Definition, 'data'> & { data: z.ZodType };

/**
 * Reads the data of an event that was stored in `version`: takes them to the newest version step by step and checks
 * their shape. Returns undefined for an unknown version or another shape.
 */
export function readEventData(definition: EventDefinition, version: number, stored: JsonObject): object | undefined {
  let data = stored;
  for (let from = version; from < definition.version; from += 1) {
    const upcast = definition.upcasts[from];
    if (upcast === undefined) return undefined;
    data = upcast(data);
  }
  if (version > definition.version) return undefined;
  const read = definition.data.safeParse(data);
  return read.success ? (read.data as object) : undefined;
}
