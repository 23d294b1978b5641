/** A new name for one intended change. Also where the page came over plain http and has no `randomUUID`. */
export function newChangeKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
