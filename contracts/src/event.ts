import { z } from 'zod';
import { AccountId, CommandId, type EventId, type Position } from './ids.ts';
import type { StreamCategory } from './streams.ts';

/** Who caused an event: the acting account and how it acted. */
export const Actor = z.strictObject({
  account_id: AccountId,
  kind: z.enum(['person', 'api-key', 'import', 'system', 'operator']),
});
export type Actor = z.infer<typeof Actor>;

/** How an event came in. Names a key by its id and a source by a fixed word, never by personal text. */
export const Origin = z.strictObject({
  channel: z
    .enum(['web', 'api', 'import', 'system', 'operator'])
    .describe('web: with a session, api: with an API key, system: by the program itself.'),
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

/** The metadata of every event; stored unencrypted, so it never holds personal text. */
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
  /** The id of the anecdote secret in the vault. With the subject's key it gives the key that seals the fields. */
  key_id: z
    .string()
    .regex(/^[0-9a-f-]{36}\.\d{1,3}$/)
    .optional(),
  /** The operation that the event belongs to; absent for a command that stands alone. */
  operation: Operation.optional(),
});
export type EventMetadata = z.infer<typeof EventMetadata>;

export type JsonObject = { readonly [key: string]: unknown };

/** An event as stored in the log: `data` holds the clear fields and, under `sealed`, the encrypted personal ones. */
export type StoredEvent = {
  readonly id: EventId;
  readonly stream: string;
  /** Number of the event in its stream, from 0. */
  readonly revision: number;
  readonly position: Position;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: EventMetadata;
  readonly recordedAt: Date;
};

/** An event that is not yet appended to the log. */
export type NewEvent = Pick<StoredEvent, 'id' | 'type' | 'data' | 'metadata'>;

/** A stored event with its personal fields decrypted and its shape checked. */
export type Recorded<Event extends { type: string; data: object }> = Event extends unknown
  ? Omit<StoredEvent, 'type' | 'data'> & { readonly type: Event['type']; readonly data: Event['data'] }
  : never;

type Shape = z.core.$ZodLooseShape;

/**
 * Defines event `type`. `clear` and `personal` are the fields of its newest version; the personal ones are sealed under
 * the key that `sealedUnder` names. `upcasts` has a pure step from each earlier version, from 1 on, to the next one.
 * An event with `inHistory` is shown to the person in the history. `stream`, `since` (the day it was first recorded)
 * and `description` (one sentence) are for the event catalogue in README.md.
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

/** For each version, a function that turns its data into those of the next version. */
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
 * Reads the data of an event that was stored in `version`: upcasts them to the newest version and checks their shape.
 * Returns undefined for an unknown version or a wrong shape.
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
