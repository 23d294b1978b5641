import type { JsonObject, NewEvent, Recorded, StoredEvent } from '../../event.ts';
import { definitionOf, type JournalEvent } from '../../journal.ts';
import { Problem } from '../../problem.ts';
import { open, seal } from './sealing.ts';
import type { SubjectKeys } from './subject-keys.ts';

/** Thrown for a stored event that this version cannot read: unknown type or version, wrong shape, broken seal. */
export class UnreadableEvent extends Error {
  override name = 'UnreadableEvent';
}

/**
 * Turns an event into what the log keeps: personal fields together under `sealed`, the rest in the clear. Throws
 * UNAUTHENTICATED when their subject is erased.
 */
export async function sealEvent(
  stream: string,
  event: JournalEvent,
  envelope: Pick<NewEvent, 'id' | 'metadata'>,
  keys: SubjectKeys,
): Promise<NewEvent> {
  const definition = definitionOf(event.type);
  const clear: Record<string, unknown> = {};
  const personal: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(event.data)) {
    (definition?.personalFields.includes(field) ? personal : clear)[field] = value;
  }
  const { subject } = envelope.metadata;
  if (subject !== null && definition !== undefined && definition.personalFields.length > 0) {
    const key = await keys.get(subject);
    if (key === 'destroyed') throw new Problem('UNAUTHENTICATED');
    clear.sealed = seal(key, context(stream, envelope.id, event.type), JSON.stringify(personal));
  }
  return { ...envelope, type: event.type, data: clear };
}

/**
 * Opens a stored event and checks its shape; `'erased'` when its subject's key is destroyed.
 * Throws UnreadableEvent for anything this version cannot read.
 */
export async function openEvent(stored: StoredEvent, keys: SubjectKeys): Promise<Recorded<JournalEvent> | 'erased'> {
  const definition = definitionOf(stored.type);
  if (definition === undefined || stored.metadata.schema_version !== definition.version) {
    throw new UnreadableEvent(`unknown event ${stored.type} version ${stored.metadata.schema_version}`);
  }
  const { sealed, ...clear } = stored.data;
  let fields: JsonObject = clear;
  if (typeof sealed === 'string' && stored.metadata.subject !== null) {
    const key = await keys.get(stored.metadata.subject);
    if (key === 'destroyed') return 'erased';
    fields = { ...clear, ...unseal(key, stored, sealed) };
  }
  const data = definition.data.safeParse(fields);
  if (!data.success) throw new UnreadableEvent(`${stored.type} at ${stored.position} has another shape`);
  return { ...stored, data: data.data } as Recorded<JournalEvent>;
}

function unseal(key: Uint8Array, stored: StoredEvent, sealed: string): JsonObject {
  try {
    return JSON.parse(open(key, context(stored.stream, stored.id, stored.type), sealed));
  } catch (cause) {
    throw new UnreadableEvent(`the seal of ${stored.type} at ${stored.position} is broken`, { cause });
  }
}

function context(stream: string, id: string, type: string): string {
  return `${stream}\n${id}\n${type}`;
}
