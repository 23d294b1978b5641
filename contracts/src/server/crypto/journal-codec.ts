import { setImmediate } from 'node:timers/promises';
import { type JsonObject, type NewEvent, type Recorded, readEventData, type StoredEvent } from '../../event.ts';
import { definitionOf, type JournalEvent } from '../../journal.ts';
import { Problem } from '../../problem.ts';
import { type EventKeys, MissingKey } from './event-keys.ts';
import { open, seal } from './sealing.ts';

/** Thrown for a stored event that this version cannot read: unknown type or version, wrong shape, broken seal. */
export class UnreadableEvent extends Error {
  override name = 'UnreadableEvent';
}

/**
 * Turns an event into what the log stores: personal fields sealed together under `sealed`, the rest in the clear.
 * Throws UNAUTHENTICATED when their subject is erased, UNAVAILABLE when their anecdote is being erased, and MissingKey.
 */
export async function sealEvent(
  stream: string,
  event: JournalEvent,
  envelope: Pick<NewEvent, 'id' | 'metadata'>,
  keys: EventKeys,
): Promise<NewEvent> {
  const definition = definitionOf(event.type);
  const clear: Record<string, unknown> = {};
  const personal: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(event.data)) {
    (definition?.personalFields.includes(field) ? personal : clear)[field] = value;
  }
  const { subject, key_id: keyId } = envelope.metadata;
  if (subject !== null && definition !== undefined && definition.personalFields.length > 0) {
    const [key] = await keys.getAll([{ subject, keyId }]);
    if (key === undefined || key instanceof MissingKey) throw key;
    if (key === 'destroyed') {
      const isErased = (await keys.get(subject)) === 'destroyed';
      throw isErased ? new Problem('UNAUTHENTICATED') : new Problem('UNAVAILABLE', { retryAfter: 1 });
    }
    clear.sealed = seal(key, context(stream, envelope.id, event.type), JSON.stringify(personal));
  }
  return { ...envelope, type: event.type, data: clear };
}

/** How many events are opened without a pause, in about 2 ms; meanwhile the event loop is blocked. */
const OPENED_WITHOUT_PAUSE = 100;

/** An event of the log after opening its seal, or why it cannot be opened. */
export type OpenedEvent = Recorded<JournalEvent> | 'erased' | UnreadableEvent | MissingKey;

/**
 * Opens stored events, upcasts them to the newest version and checks their shape. Returns for each, in their order: the
 * event, `'erased'` when its subject's or its anecdote's key is destroyed, UnreadableEvent for anything this version
 * cannot read, or MissingKey. Asks the vault at most once.
 */
export async function openEvents(stored: readonly StoredEvent[], keys: EventKeys): Promise<OpenedEvent[]> {
  const sealed = stored.flatMap(({ data, metadata: { subject, key_id: keyId } }, index) =>
    typeof data.sealed === 'string' && subject !== null ? [{ index, subject, keyId }] : [],
  );
  const found = new Map<number, Uint8Array | 'destroyed' | MissingKey>();
  const answers = sealed.length > 0 ? await keys.getAll(sealed) : [];
  for (const [order, { index }] of sealed.entries()) found.set(index, answers[order] ?? 'destroyed');
  const opened: OpenedEvent[] = [];
  for (const [index, event] of stored.entries()) {
    if (index % OPENED_WITHOUT_PAUSE === OPENED_WITHOUT_PAUSE - 1) await setImmediate();
    opened.push(openWith(found.get(index), event));
  }
  return opened;
}

function openWith(key: Uint8Array | 'destroyed' | MissingKey | undefined, stored: StoredEvent): OpenedEvent {
  const { type, position, metadata } = stored;
  const definition = definitionOf(type);
  if (definition === undefined || metadata.schema_version > definition.version) {
    return new UnreadableEvent(`unknown event ${type} version ${metadata.schema_version}`);
  }
  if (key === 'destroyed') return 'erased';
  if (key instanceof MissingKey) return key;
  const { sealed, ...clear } = stored.data;
  let fields: JsonObject = clear;
  if (key !== undefined && typeof sealed === 'string') {
    try {
      fields = { ...clear, ...JSON.parse(open(key, context(stored.stream, stored.id, type), sealed)) };
    } catch (cause) {
      return new UnreadableEvent(`the seal of ${type} at ${position} is broken`, { cause });
    }
  }
  const data = readEventData(definition, metadata.schema_version, fields);
  if (data === undefined) return new UnreadableEvent(`${type} at ${position} has another shape`);
  return { ...stored, data } as Recorded<JournalEvent>;
}

function context(stream: string, id: string, type: string): string {
  return `${stream}\n${id}\n${type}`;
}
