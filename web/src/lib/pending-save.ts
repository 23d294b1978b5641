import { newChangeKey } from './change-key.ts';
import { parseStored, readStored, writeStored } from './stored-value.ts';

/** How long a save can be finished after its page was left. The server recognizes an idempotency key for 24 h. */
const FINISHED_WITHIN_MS = 12 * 3_600_000;

export type PendingSave<Payload> = { key: string; payload: Payload };

/** A save whose page was left before its answer came; `kind` is the call that it makes. */
export type InterruptedSave<Save = unknown> = { kind: string; save: Save };

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

/** Moves a pending save, also an interrupted one, with its draft from one slot to another. */
export function movePendingSave(from: string, to: string): void {
  for (const nameOf of [keyOf, sentKeyOf]) {
    const moved = readStored(nameOf(from));
    writeStored(nameOf(from), null);
    writeStored(nameOf(to), moved);
  }
}

type Keyed = { key: string };
type SentSave = InterruptedSave<Keyed> & { at: number };

/** The idempotency keys of the saves that this page has sent and that are not answered yet. */
const unanswered = new Set<string>();

/** Stores `save` when it is sent, so that it can be finished if the page is left before the answer. */
export function rememberSent(slot: string, kind: string, save: Keyed): void {
  unanswered.add(save.key);
  writeStored(sentKeyOf(slot), JSON.stringify({ kind, save, at: Date.now() } satisfies SentSave));
}

/** Forgets the sent save of `slot` with this key: it was answered, or the person was told that it failed. */
export function forgetSent(slot: string, key: string): void {
  unanswered.delete(key);
  if (sentIn(slot)?.save.key === key) writeStored(sentKeyOf(slot), null);
}

/** The save of `slot` that was interrupted in the last 12 h; it must be sent again with its idempotency key. */
export function interruptedSave(slot: string): InterruptedSave | undefined {
  const sent = sentIn(slot);
  if (!sent || unanswered.has(sent.save.key)) return undefined;
  if (Date.now() - sent.at < FINISHED_WITHIN_MS) return sent;
  writeStored(sentKeyOf(slot), null);
  return undefined;
}

function pendingIn<Payload>(slot: string): (PendingSave<Payload> & { input: string }) | null {
  return parseStored(readStored(keyOf(slot))) as (PendingSave<Payload> & { input: string }) | null;
}

function sentIn(slot: string): SentSave | null {
  return parseStored(readStored(sentKeyOf(slot))) as SentSave | null;
}

function keyOf(slot: string): string {
  // An older name for a pending save; renaming it would lose those that are stored when the app is updated.
  return `intention:${slot}`;
}

/** The storage keys of what a form keeps of the draft in `slot`: the draft, and the pending and the sent save of it. */
export function formKeysOf(slot: string): string[] {
  return [`draft:${slot}`, keyOf(slot), sentKeyOf(slot)];
}

function sentKeyOf(slot: string): string {
  return `sent:${slot}`;
}
