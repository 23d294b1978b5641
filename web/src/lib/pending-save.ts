import { newChangeKey } from './change-key.ts';
import { parseStored, readStored, writeStored } from './stored-value.ts';

export type PendingSave<Payload> = { key: string; payload: Payload };

/**
 * Returns one idempotency key and one payload per intended save: saving the same input again repeats exactly the same
 * request, also after a reload or a new log-in, so that a save whose answer was lost is not applied twice. It is
 * dropped when the draft in `slot` is changed, saved or discarded.
 */
export function preparePendingSave<Input, Payload>(
  slot: string,
  input: Input,
  toPayload: (input: Input) => Payload,
): PendingSave<Payload> {
  const fingerprint = JSON.stringify(input);
  const pending = pendingIn<Payload>(slot);
  if (pending?.input === fingerprint) return pending;
  const prepared = { key: newChangeKey(), payload: toPayload(input), input: fingerprint };
  writeStored(keyOf(slot), JSON.stringify(prepared));
  return prepared;
}

/** True as long as the pending save of `slot` has this key. */
export function isPendingSave(slot: string, key: string): boolean {
  return pendingIn(slot)?.key === key;
}

/** Drops the pending save of `slot`. Returns a function that restores it. */
export function dropPendingSave(slot: string): () => void {
  const dropped = readStored(keyOf(slot));
  writeStored(keyOf(slot), null);
  return () => writeStored(keyOf(slot), dropped);
}

/** Moves a pending save with its draft from one slot to another. */
export function movePendingSave(from: string, to: string): void {
  const pending = readStored(keyOf(from));
  dropPendingSave(from);
  writeStored(keyOf(to), pending);
}

function pendingIn<Payload>(slot: string): (PendingSave<Payload> & { input: string }) | null {
  return parseStored(readStored(keyOf(slot))) as (PendingSave<Payload> & { input: string }) | null;
}

function keyOf(slot: string): string {
  // An older name for a pending save; renaming it would lose those that are stored when the app is updated.
  return `intention:${slot}`;
}
