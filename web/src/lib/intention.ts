import { newChangeKey } from './change-key.ts';
import { accountId } from './session.ts';
import { parseStored, readStored, writeStored } from './stored-value.ts';

export type Intention<Payload> = { key: string; payload: Payload };

/**
 * Gives one idempotency key and one payload per thing the person means to save: saving the same input again repeats
 * exactly the same request, also after a reload or a new log-in, so that a save whose answer was lost is never made
 * twice. It ends with the draft called `name`: when that is changed, saved or discarded.
 */
export function intend<Input, Payload>(
  name: string,
  input: Input,
  toPayload: (input: Input) => Payload,
): Intention<Payload> {
  const fingerprint = JSON.stringify(input);
  const pending = parseStored(readStored(keyOf(name))) as (Intention<Payload> & { input: string }) | null;
  if (pending?.input === fingerprint) return pending;
  const intention = { key: newChangeKey(), payload: toPayload(input), input: fingerprint };
  writeStored(keyOf(name), JSON.stringify(intention));
  return intention;
}

/** Ends what was meant to be saved of the draft called `name`. */
export function endIntention(name: string): void {
  writeStored(keyOf(name), null);
}

function keyOf(name: string): string {
  return `intention:${accountId()}:${name}`;
}
