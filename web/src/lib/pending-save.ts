import { newChangeKey } from './change-key.ts';
import { parseStored, readStored, writeStored } from './stored-value.ts';

export type Intention<Payload> = { key: string; payload: Payload };

/**
 * Gives one idempotency key and one payload per thing the person means to save: saving the same input again repeats
 * exactly the same request, also after a reload or a new log-in, so that a save whose answer was lost is never made
 * twice. It belongs to the draft in `slot` and ends with it: when that is changed, saved or discarded.
 */
export function intend<Input, Payload>(
  slot: string,
  input: Input,
  toPayload: (input: Input) => Payload,
): Intention<Payload> {
  const fingerprint = JSON.stringify(input);
  const pending = pendingIn<Payload>(slot);
  if (pending?.input === fingerprint) return pending;
  const intention = { key: newChangeKey(), payload: toPayload(input), input: fingerprint };
  writeStored(keyOf(slot), JSON.stringify(intention));
  return intention;
}

/** True as long as the draft in `slot` is what was to be saved under `key`. */
export function isIntended(slot: string, key: string): boolean {
  return pendingIn(slot)?.key === key;
}

/** Ends what was meant to be saved of the draft in `slot`. Returns how to take that back. */
export function endIntention(slot: string): () => void {
  const ended = readStored(keyOf(slot));
  writeStored(keyOf(slot), null);
  return () => writeStored(keyOf(slot), ended);
}

/** Hands what was meant to be saved on with its draft, from one slot to another. */
export function moveIntention(from: string, to: string): void {
  const pending = readStored(keyOf(from));
  endIntention(from);
  writeStored(keyOf(to), pending);
}

function pendingIn<Payload>(slot: string): (Intention<Payload> & { input: string }) | null {
  return parseStored(readStored(keyOf(slot))) as (Intention<Payload> & { input: string }) | null;
}

function keyOf(slot: string): string {
  return `intention:${slot}`;
}
