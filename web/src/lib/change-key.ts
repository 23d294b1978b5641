/** A new idempotency key. Does not use `randomUUID`, which is missing on pages served over plain http. */
export function newChangeKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A new random UUID, also on pages served over plain http. */
export function newUuid(): string {
  const key = newChangeKey();
  const parts = [key.slice(0, 8), key.slice(8, 12), `4${key.slice(13, 16)}`, `8${key.slice(17, 20)}`, key.slice(20)];
  return parts.join('-');
}
